import { against, common } from '../fault.ts';
import { changing, exchanging, rewriting } from '../rewriting.ts';

const person = changing('individual-kyc.read');

against('individual-kyc.read/is-born-in-the-past', {
  'The birth lies in the future.': person('birth_date', '2999-01-01'),
  'The birth lies more than a century ago.': person('birth_date', '1850-06-01'),
  'The birth date is the one that a database writes for none.': person('birth_date', '0001-01-01'),
});
against('individual-kyc.read/is-of-the-subaccount-s-person', {
  'The record is that of another person.': common({ individualKyc: { find: (all) => all.at(-1) } }),
  'The first name is another.': person('first_name', 'Somebody'),
  'The last name is another.': person('last_name', 'Else'),
  'First and last name are swapped.': exchanging('individual-kyc.read', 'first_name', 'last_name'),
});
against('individual-kyc.read/has-documents-once-approved', {
  'An approved record has no documents.': person('documents', []),
  'An approved record leaves its documents out.': person('documents', undefined),
  'The documents of an approved record are null.': person('documents', null),
});
against('individual-kyc.read/fills-its-address', {
  'An address has no city.': person('address.city', undefined),
  'The state of an address is null.': person('address.state', null),
});
against('individual-kyc.read/lists-its-rejection-reasons', {
  'The reasons of a rejection are null.': person('rejection_reasons', null),
});
against('individual-kyc.read/writes-its-purpose-in-snake-case', {
  'The purpose of the account is a phrase.': person('account_purpose', 'Rent & Food!'),
});
against('individual-kyc.read/writes-its-payments-as-a-range', {
  'The expected payments are a word.': person('expected_monthly_payments_usd', 'lots'),
});
against('individual-kyc.read/proves-its-address', {
  'An approved record has documents, but no proof of address.': rewriting(
    'individual-kyc.read',
    '$.documents',
    (documents) => (Array.isArray(documents) ? documents.filter((it) => it.purpose !== 'PROOF_OF_ADDRESS') : documents),
  ),
});
