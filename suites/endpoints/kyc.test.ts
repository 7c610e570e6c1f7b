import { notServed } from '#attribution';
import {
  hasForm,
  hasNo,
  holds,
  isApproved,
  isNotBefore,
  observes,
  onlyReplies,
  provesItsAddress,
  rowsOf,
  withholdsTheRecord,
} from '#checks';
import { headingOf } from '#contract';
import { codeAt, type Reply, subaccountOf, viewOf } from '#evidence';
import { all, businessAsIndividual, individualAsBusiness, recordsOf, repliesOf } from '#probes';
import { isSuccess } from '#run';

const individual = 'Resources: Individual KYC record';
const recordTest = rowsOf(individual, 'record');
const formatTest = rowsOf(individual, 'format');
const consistencyTest = rowsOf(individual, 'consistency');
const verificationTest = rowsOf(individual, 'verification');

const people = recordsOf('individual-kyc.read');

const addressParts = ['street_line_1', 'street_line_2', 'city', 'state', 'postal_code', 'country'];

recordTest
  .shown(
    'individual-kyc.read/fills-its-address',
    'An address has all six fields, none of them null: street_line_1, street_line_2, city, state, postal_code and country.',
  )
  .over(
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

recordTest
  .shown(
    'individual-kyc.read/lists-its-rejection-reasons',
    'Where nothing was rejected, the list of rejection reasons is empty, not null.',
  )
  .over(
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

formatTest
  .shown(
    'individual-kyc.read/writes-its-purpose-in-snake-case',
    'The account purpose is written in snake_case: lower-case words joined by underscores.',
  )
  .over(people, holds(hasForm('account_purpose', 'snake case', /^[a-z0-9]+(_[a-z0-9]+)*$/)));

formatTest
  .shown(
    'individual-kyc.read/writes-its-payments-as-a-range',
    'The expected monthly payments are a range such as FROM_1000_TO_5000.',
  )
  .over(
    people,
    holds(
      hasForm('expected_monthly_payments_usd', 'a range such as FROM_1000_TO_5000', /^FROM_[A-Z0-9]+_TO_[A-Z0-9]+$/),
    ),
  );

formatTest
  .stated('individual-kyc.read/writes-the-phone-in-e164', 'The phone number is in E.164 form.')
  .over(people, hasNo('phone'));

const maxLife = 130 * 366 * 24 * 3600 * 1000;

consistencyTest
  .shown('individual-kyc.read/is-born-in-the-past', 'The birth date lies in the past, and not more than 130 years ago.')
  .over(
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

consistencyTest
  .shown(
    'individual-kyc.read/is-of-the-subaccount-s-person',
    'The KYC record and the subaccount show the same first name and last name, if both show names.',
    ['subaccount.read', 'individual-kyc.read'],
  )
  .by(all(repliesOf('individual-kyc.read'), repliesOf('subaccount.read')), ([read, subaccounts], setting) =>
    hasTheNamesOf(subaccounts)(read, setting),
  );

verificationTest
  .shown(
    'individual-kyc.read/has-documents-once-approved',
    'An approved individual KYC record has at least one KYC document, because a proof of address is required.',
  )
  .over(
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

verificationTest
  .implied(
    'individual-kyc.read/proves-its-address',
    'If an approved individual KYC record has KYC documents, one of them is a proof of address.',
  )
  .over(people, holds(provesItsAddress));

const business = 'Resources: Business KYC record';
const businessTest = rowsOf(business, 'record');
const ownershipTest = rowsOf(business, 'consistency');

const businesses = recordsOf('business-kyc.read');

businessTest
  .shown(
    'business-kyc.read/is-filled-in-every-state',
    'Whatever the verification status, a field of a business KYC record is null only where the interface document allows null.',
  )
  .over(businesses, hasNo('null', 'null-before-approval'));

businessTest
  .implied(
    'business-kyc.read/dates-its-verification',
    'A vendorVerifiedAt value is null or a date-time. If it has a time zone, the zone is UTC.',
  )
  .over(
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

ownershipTest.implied('business-kyc.read/is-incorporated-in-the-past', 'The incorporation date lies in the past.').over(
  businesses,
  holds({
    path: 'incorporation_date',
    promised: 'in the past',
    test: (record, _sent, { receivedAt }) => record.instant('incorporation_date') < receivedAt.getTime(),
  }),
);

ownershipTest.implied('business-kyc.read/is-owned-by-the-born', 'Each owner was born in the past.').over(
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

ownershipTest
  .shown(
    'business-kyc.read/owns-at-most-the-whole',
    'Each ownership percentage is between 0 and 100, and their sum is at most 100.',
  )
  .over(
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

const openTest = rowsOf('States and transitions', 'open');

for (const [operation, nouns, updateTest] of [
  ['individual-kyc.read', 'individuals', consistencyTest],
  ['business-kyc.read', 'businesses', ownershipTest],
] as const) {
  const records = recordsOf(operation);

  updateTest
    .implied(`${operation}/is-updated-after-its-creation`, 'The record was not updated before it was created.')
    .over(records, holds(isNotBefore('updated_at', 'created_at')));

  openTest.silent(`${operation}/status-in-use`, `Which verification states exist for ${nouns}?`).over(
    records,
    observes((replies) =>
      replies.map((reply) => ({ operation, situation: 'status of the record', fact: codeAt(reply, 'status') })),
    ),
  );
}

const foreignTest = rowsOf(headingOf('individual-kyc.read'), 'error', { heeds: ['ids'] });
const noBusinessTest = rowsOf(headingOf('business-kyc.read'), 'error', { heeds: ['ids'] });

foreignTest
  .shown('individual-kyc.read/has-no-record-for-a-business', 'A business has no individual KYC record.')
  .by(businessAsIndividual, withholdsTheRecord);

noBusinessTest
  .implied('business-kyc.read/has-no-record-for-an-individual', 'An individual has no business KYC record.')
  .by(individualAsBusiness, withholdsTheRecord);
