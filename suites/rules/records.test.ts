import {
  carriesContent,
  carriesOnlyDocumentedMembers,
  conformanceTest,
  datesNothingToCome,
  hasNo,
  hasTypeOfItsVerification,
  holdsNothingNegative,
  holdsValuesThatOccur,
  keepsFormOf,
  leavesNoTextEmpty,
  observes,
  repeatsItself,
  succeeds,
  universalTest,
} from '#checks';
import {
  answering,
  isOrder,
  lasting,
  type OperationId,
  operationIds,
  operationOf,
  operationsWith,
  partRequirements,
  type RequirementId,
  requirementOf,
  withAmounts,
  withListings,
} from '#contract';
import type { Reply } from '#evidence';
import {
  accepted,
  answersToOrders,
  answersToReads,
  carriesRecord,
  joined,
  recordsOf,
  recordsOfAll,
  repliesOf,
  secondReads,
} from '#probes';

const valid = (operation: OperationId) => (isOrder(operation) ? answersToOrders(operation) : answersToReads(operation));

/** Judges every record of the run by one requirement on its form. */
const followsTheContract = (requirement: RequirementId, operation: OperationId): void =>
  universalTest(requirement, recordsOf(operation), keepsFormOf(requirement));

for (const operation of answering) {
  conformanceTest(`${operation}/answers-with-its-record`, valid(operation), succeeds);
  followsTheContract(`${operation}/has-its-members`, operation);
}

for (const operation of lasting)
  universalTest(
    `${operation}/repeats-itself`,
    {
      needs: [...recordsOf(operation).needs, secondReads(operation)],
      of: (reply) => reply.operation === operation,
    },
    repeatsItself,
  );

for (const operation of operationsWith('identifiers'))
  followsTheContract(`${operation}/writes-its-identifiers`, operation);
for (const operation of operationsWith('timestamps'))
  followsTheContract(`${operation}/writes-its-timestamps`, operation);
for (const operation of operationsWith('dates')) followsTheContract(`${operation}/writes-its-dates`, operation);
for (const operation of operationsWith('amounts')) followsTheContract(`${operation}/writes-its-amounts`, operation);
for (const operation of operationsWith('sets')) followsTheContract(`${operation}/keeps-its-closed-sets`, operation);
for (const operation of operationsWith('uris')) followsTheContract(`${operation}/writes-its-uris`, operation);
for (const operation of operationsWith('countries')) {
  followsTheContract(`${operation}/writes-its-countries`, operation);
  followsTheContract(`${operation}/names-assigned-countries`, operation);
}
for (const operation of operationsWith('lowerCaseCodes'))
  followsTheContract(`${operation}/writes-its-codes-in-lower-case`, operation);

for (const { id, operations } of partRequirements)
  for (const operation of operations) followsTheContract(id, operation);

universalTest('records/send-null-for-what-is-empty', recordsOfAll(), hasNo('omitted-nullable'));
universalTest('records/carry-content-in-texts', recordsOfAll(), carriesContent);
const { operations: named } = requirementOf('records/leave-no-text-empty');
universalTest('records/leave-no-text-empty', recordsOfAll(named), leavesNoTextEmpty);
universalTest('records/have-no-nil-identifier', recordsOfAll(), hasNo('nil-identifier'));
universalTest('records/have-no-member-beyond-the-document', recordsOfAll(), carriesOnlyDocumentedMembers);

// Of the configured records alone: a withdrawal that has gone out, and any other that is read or was recorded, is in another
// state.
universalTest(
  'records/hold-values-that-occur',
  {
    needs: operationIds.map(repliesOf),
    of: (reply) =>
      carriesRecord(reply) &&
      reply.request.purpose.recorded !== true &&
      /^(reads|orders) of /.test(reply.request.purpose.probe),
  },
  holdsValuesThatOccur,
);

universalTest(
  'records/use-no-user-assigned-country-code',
  recordsOfAll(operationsWith('countries')),
  hasNo('user-assigned-country'),
);

universalTest(
  'records/write-country-codes-in-capitals',
  recordsOfAll(operationsWith('countries')),
  hasNo('country-case'),
);

universalTest('records/hold-addressable-e-mails', recordsOfAll(operationsWith('emails')), hasNo('email'));

universalTest(
  'records/link-documents-of-supported-formats',
  recordsOfAll(operationsWith('documents')),
  hasNo('document-format'),
);

const { operations: reads } = requirementOf('records/success-status-of-reads');

universalTest(
  'records/success-status-of-reads',
  recordsOfAll(reads),
  observes((replies) =>
    reads.flatMap((operation) => {
      const own = replies.filter((reply) => reply.operation === operation);
      const statuses = new Set(own.map(({ status }) => status));
      return [...statuses].map((fact) => ({ operation, situation: 'success', fact }));
    }),
  ),
);

// The sense of the members of a record of any kind.

/** The records of some operations, and the orders of the run, by which it is known what was asked for. */
const withOrders = (operations: readonly OperationId[]) => {
  const { needs, of } = recordsOfAll(operations);
  return {
    needs,
    of: (reply: Reply) => of(reply) || operationOf(reply.operation).movesMoney,
  };
};

for (const operation of withAmounts) {
  const operations = withListings(operation);
  const judge = holdsNothingNegative(...operations);
  if (isOrder(operation)) conformanceTest(`${operation}/has-no-negative-amounts`, accepted(operation), judge);
  else universalTest(`${operation}/has-no-negative-amounts`, withOrders(operations), judge);
}

universalTest('records/date-nothing-in-the-future', recordsOfAll(operationsWith('timestamps')), datesNothingToCome);

conformanceTest(
  'subaccount.read/has-the-type-of-its-verification',
  joined(repliesOf('subaccount.read'), repliesOf('individual-kyc.read'), repliesOf('business-kyc.read')),
  hasTypeOfItsVerification,
);
