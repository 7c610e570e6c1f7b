import { against } from '../planting.ts';
import { changing, exchanging, rewriting } from '../rewriting.ts';

const person = changing('individual-kyc.read');

/** Records of people that contradict themselves, or that are of somebody else. */
export const individualKycFaults = [
  ...against('individual-kyc.read/is-born-in-the-past', {
    'individual-kyc/born-in-the-future': [
      'The birth lies in the future.',
      person('birth_date', '2999-01-01'),
    ],
    'individual-kyc/born-long-ago': [
      'The birth lies more than a century ago.',
      person('birth_date', '1850-06-01'),
    ],
    'individual-kyc/born-in-year-one': [
      'The birth date is the one that a database writes for none.',
      person('birth_date', '0001-01-01'),
    ],
  }),
  ...against('individual-kyc.read/is-of-the-subaccount-s-person', {
    'individual-kyc/of-another': [
      'The record is that of another person.',
      { individualKyc: { find: (all) => all.at(-1) } },
    ],
    'individual-kyc/first-name-of-another': ['The first name is another.', person('first_name', 'Somebody')],
    'individual-kyc/last-name-of-another': ['The last name is another.', person('last_name', 'Else')],
    'individual-kyc/names-swapped': [
      'First and last name are swapped.',
      exchanging('individual-kyc.read', 'first_name', 'last_name'),
    ],
  }),
  ...against('individual-kyc.read/proves-its-address', {
    'individual-kyc/without-documents': ['An approved record has no documents.', person('documents', [])],
    'individual-kyc/without-proof-of-address': [
      'An approved record has documents, but no proof of address.',
      rewriting('individual-kyc.read', '$.documents', (documents) =>
        Array.isArray(documents) ? documents.filter((it) => it.purpose !== 'PROOF_OF_ADDRESS') : documents,
      ),
    ],
  }),
];
