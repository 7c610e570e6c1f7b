import { defaultPolicies } from '#sandbox';
import { isRecord } from '../places.ts';
import { against } from '../planting.ts';
import { answering, rewriting, succeeding } from '../rewriting.ts';

const read = 'individual-kyc.read';
const right = defaultPolicies.individualKyc;

const changed = (path: string, value: unknown) => ({ reply: rewriting(read, `$.${path}`, () => value) });

const timeFaults = [
  ...against('individual-kyc.read/is-born-in-the-past', {
    'individual-kyc/born-in-the-future': [
      'The birth lies in the future.',
      changed('birth_date', '2999-01-01'),
    ],
    'individual-kyc/born-long-ago': [
      'The birth lies more than a century ago.',
      changed('birth_date', '1850-06-01'),
    ],
    'individual-kyc/born-in-year-one': [
      'The birth date is the one that a database writes for none.',
      changed('birth_date', '0001-01-01'),
    ],
  }),
];

const personFaults = [
  ...against('individual-kyc.read/is-of-the-subaccount-s-person', {
    'individual-kyc/of-another': [
      'The record is that of another person.',
      { policies: { individualKyc: { find: (all) => all.at(-1) } } },
    ],
    'individual-kyc/first-name-of-another': ['The first name is another.', changed('first_name', 'Somebody')],
    'individual-kyc/last-name-of-another': ['The last name is another.', changed('last_name', 'Else')],
    'individual-kyc/names-swapped': [
      'First and last name are swapped.',
      {
        reply: succeeding(read, ({ body }) => {
          const { first_name, last_name, ...rest } = body as Record<string, unknown>;
          return { body: { ...rest, first_name: last_name, last_name: first_name } };
        }),
      },
    ],
  }),
  ...against('individual-kyc.read/proves-its-address', {
    'individual-kyc/without-documents': ['An approved record has no documents.', changed('documents', [])],
    'individual-kyc/without-proof-of-address': [
      'An approved record has documents, but no proof of address.',
      {
        reply: rewriting(read, '$.documents', (documents) =>
          Array.isArray(documents)
            ? documents.filter((it) => isRecord(it) && it.purpose !== 'PROOF_OF_ADDRESS')
            : documents,
        ),
      },
    ],
  }),
];

/** The refusal for the subaccount of a business, which has no record here. */
const isBusiness = { operation: read, status: 404 } as const;

const absenceFaults = [
  ...against('individual-kyc.read/has-no-record-for-a-business', {
    'individual-kyc/business-served': [
      'A business is answered with the first person.',
      { policies: { individualKyc: { find: (all, id) => right.find(all, id) ?? all[0] } } },
    ],
    'individual-kyc/business-as-null': [
      'A business is answered with null.',
      { reply: answering(isBusiness, () => ({ status: 200, body: null })) },
    ],
  }),
  ...against('individual-kyc.read/refuses-an-absent-customer', {
    'individual-kyc/absent-served': [
      'An absent customer is answered with the first person.',
      { policies: { individualKyc: { find: (all, id) => right.find(all, id) ?? all[0] } } },
    ],
  }),
];

/** Records of people that contradict themselves, or that are of somebody else. */
export const individualKycFaults = [...timeFaults, ...personFaults, ...absenceFaults];
