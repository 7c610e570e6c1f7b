import { notServed } from '#attribution';
import {
  conformanceTest,
  hasNo,
  holds,
  isApproved,
  isNotBefore,
  observes,
  onlyReplies,
  provesItsAddress,
  refused,
  universalTest,
  withholdsTheRecord,
} from '#checks';
import { isSuccess } from '#contract';
import { codeAt, type Reply, subaccountOf, viewOf } from '#evidence';
import { absences, all, businessAsIndividual, individualAsBusiness, recordsOf, repliesOf } from '#probes';

for (const { operation, message, refusesTheAbsent, foreign, hasNoForeign } of [
  {
    operation: 'individual-kyc.read',
    message: 'customer not found',
    refusesTheAbsent: 'individual-kyc.read/refuses-an-absent-customer',
    foreign: businessAsIndividual,
    hasNoForeign: 'individual-kyc.read/has-no-record-for-a-business',
  },
  {
    operation: 'business-kyc.read',
    message: 'business not found',
    refusesTheAbsent: 'business-kyc.read/refuses-an-absent-business',
    foreign: individualAsBusiness,
    hasNoForeign: 'business-kyc.read/has-no-record-for-an-individual',
  },
] as const) {
  const records = recordsOf(operation);

  universalTest(`${operation}/is-updated-after-its-creation`, records, holds(isNotBefore('updated_at', 'created_at')));
  conformanceTest(
    refusesTheAbsent,
    absences(operation),
    refused({ status: 404, error: 'Error', message, body: 'full' }),
  );
  conformanceTest(hasNoForeign, foreign, withholdsTheRecord);
  universalTest(
    `${operation}/status-in-use`,
    records,
    observes((replies) =>
      replies.map((reply) => ({
        operation,
        situation: 'status of the record',
        fact: codeAt(reply, 'status'),
      })),
    ),
  );
}

const people = recordsOf('individual-kyc.read');

universalTest('individual-kyc.read/writes-the-phone-in-e164', people, hasNo('phone'));

const maxLife = 130 * 366 * 24 * 3600 * 1000;

universalTest(
  'individual-kyc.read/is-born-in-the-past',
  people,
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
  all(repliesOf('individual-kyc.read'), repliesOf('subaccount.read')),
  ([read, subaccounts], setting) => hasTheNamesOf(subaccounts)(read, setting),
);

universalTest('individual-kyc.read/proves-its-address', people, holds(provesItsAddress));

universalTest(
  'individual-kyc.read/has-documents-once-approved',
  people,
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
  people,
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
  people,
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
    people,
    holds({ path, promised, test: (record) => form.test(record.text(path)) }),
  );

const businesses = recordsOf('business-kyc.read');

universalTest('business-kyc.read/is-filled-in-every-state', businesses, hasNo('null', 'null-before-approval'));

universalTest(
  'business-kyc.read/dates-its-verification',
  businesses,
  holds({
    path: 'vendorVerifiedAt',
    promised: 'a date-time, in UTC where it has a zone',
    test: (record) => {
      const text = record.text('vendorVerifiedAt');
      const isInUtc = !/[+-]\d\d:?\d\d$/.test(text.slice(10)) || /[+-]00:?00$/.test(text);
      return /^\d{4}-\d\d-\d\d[T ]/.test(text) && !Number.isNaN(Date.parse(text)) && isInUtc;
    },
  }),
);

universalTest(
  'business-kyc.read/is-incorporated-in-the-past',
  businesses,
  holds({
    path: 'incorporation_date',
    promised: 'in the past',
    test: (record, _sent, { receivedAt }) => record.instant('incorporation_date') < receivedAt.getTime(),
  }),
);

universalTest(
  'business-kyc.read/is-owned-by-the-born',
  businesses,
  holds({
    path: 'ultimate_beneficial_owners',
    promised: 'each owner born in the past',
    test: (record, _sent, { receivedAt }) => {
      const dated = record.items('ultimate_beneficial_owners').filter((owner) => owner.has('birth_date'));
      record.except(dated.length === 0);
      return dated.every((owner) => owner.instant('birth_date') < receivedAt.getTime());
    },
  }),
);

universalTest(
  'business-kyc.read/owns-at-most-the-whole',
  businesses,
  holds({
    path: 'ultimate_beneficial_owners',
    promised: 'percentages between 0 and 100, together at most 100',
    test: (record) => {
      const shares = record.items('ultimate_beneficial_owners').map((owner) => owner.amount('ownership_percentage'));
      const sum = shares.reduce((total, share) => total.plus(share), record.zero);
      return shares.every((share) => !share.isNegative()) && sum.lessThanOrEqualTo(100);
    },
  }),
);
