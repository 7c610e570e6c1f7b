import { notServed } from '#attribution';
import { conformanceTest, hasNo, holds, isApproved, onlyReplies, provesItsAddress, universalTest } from '#checks';
import { isSuccess } from '#contract';
import { type Reply, subaccountOf, viewOf } from '#evidence';
import { all, recordsOf, repliesOf } from '#probes';

const operation = 'individual-kyc.read';
const records = recordsOf(operation);

universalTest('individual-kyc.read/writes-the-phone-in-e164', records, hasNo('phone'));

const maxLife = 130 * 366 * 24 * 3600 * 1000;

universalTest(
  'individual-kyc.read/is-born-in-the-past',
  records,
  holds({
    path: 'birth_date',
    promised: 'in the past, within 130 years',
    test: (record, _sent, { receivedAt }) => {
      const age = receivedAt.getTime() - record.instant('birth_date');
      return age > 0 && age < maxLife;
    },
  }),
);

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The names that the subaccount of each shows, where that was read. */
const hasTheNamesOf = (subaccounts: readonly Reply[]) => {
  const served = subaccounts.filter(isSuccess);
  if (served.length === 0) throw notServed('subaccount.read');
  const bodies = new Map(served.map((reply) => [subaccountOf(reply), reply.body]));
  return onlyReplies(
    (reply) => bodies.has(subaccountOf(reply)),
    'no subaccount was read whose KYC record was',
    holds({
      path: 'last_name',
      promised: 'the names of the subaccount',
      test: (record, _sent, reply) => {
        const person = viewOf(bodies.get(subaccountOf(reply)));
        return (
          sameName(record.text('first_name'), person.text('firstName')) &&
          sameName(record.text('last_name'), person.text('lastName'))
        );
      },
    }),
  );
};

conformanceTest(
  'individual-kyc.read/is-of-the-subaccount-s-person',
  all(repliesOf(operation), repliesOf('subaccount.read')),
  ([people, subaccounts], setting) => hasTheNamesOf(subaccounts)(people, setting),
);

universalTest('individual-kyc.read/proves-its-address', records, holds(provesItsAddress));

universalTest(
  'individual-kyc.read/has-documents-once-approved',
  records,
  holds({
    path: 'documents',
    promised: 'documents once approved',
    test: (record) => {
      record.except(!isApproved(record.value('')));
      return record.has('documents.0');
    },
  }),
);

const addressParts = ['street_line_1', 'street_line_2', 'city', 'state', 'postal_code', 'country'];

universalTest(
  'individual-kyc.read/fills-its-address',
  records,
  holds({
    path: 'address',
    promised: addressParts.join(', '),
    test: (record) => {
      record.entries('address');
      return addressParts.every((part) => record.has(`address.${part}`) && !record.is(`address.${part}`, null));
    },
  }),
);

universalTest(
  'individual-kyc.read/lists-its-rejection-reasons',
  records,
  holds({
    path: 'rejection_reasons',
    promised: 'an empty list where there is none',
    test: (record) => {
      record.value('rejection_reasons');
      return !record.is('rejection_reasons', null);
    },
  }),
);

for (const [rule, path, form, promised] of [
  ['writes-its-purpose-in-snake-case', 'account_purpose', /^[a-z0-9]+(_[a-z0-9]+)*$/, 'snake case'],
  [
    'writes-its-payments-as-a-range',
    'expected_monthly_payments_usd',
    /^FROM_[A-Z0-9]+_TO_[A-Z0-9]+$/,
    'a range such as FROM_1000_TO_5000',
  ],
] as const)
  universalTest(
    `individual-kyc.read/${rule}`,
    records,
    holds({ path, promised, test: (record) => form.test(record.text(path)) }),
  );
