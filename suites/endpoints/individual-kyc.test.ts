import { notServed } from '#attribution';
import { conformanceTest, hasNo, holds, onlyReplies, provesItsAddress, universalTest } from '#checks';
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
