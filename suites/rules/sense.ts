import { always, check, datesNothingToCome, hasTypeOfItsVerification, holdsNothingNegative } from '#checks';
import { type OperationId, operationOf, operationsWith } from '#contract';
import type { Reply } from '#evidence';
import { accepted, joined, recordsOfAll, repliesOf } from '#probes';

// The sense of the members of a record of any kind.

for (const operation of ['onramp.initiate', 'offramp.initiate', 'lightning-offramp.initiate'] as const)
  check(`${operation}/has-no-negative-amounts`, accepted(operation), holdsNothingNegative(operation));

/** The records of some operations, and the orders of the run, by which it is known what was asked for. */
const withOrders = (operations: readonly OperationId[]) => {
  const { needs, of } = recordsOfAll(operations);
  return {
    needs,
    of: (reply: Reply) => of(reply) || operationOf(reply.operation).movesMoney,
  };
};

for (const [subject, ...listings] of [
  ['offramp.read', 'offramp.list'],
  ['conversion.read', 'conversion.list'],
  ['withdrawal.read'],
  ['taxonomy.list'],
] as const)
  always(
    `${subject}/has-no-negative-amounts`,
    withOrders([subject, ...listings]),
    holdsNothingNegative(subject, ...listings),
  );

always('records/date-nothing-in-the-future', recordsOfAll(operationsWith('timestamps')), datesNothingToCome);

check(
  'subaccount.read/has-the-type-of-its-verification',
  joined(repliesOf('subaccount.read'), repliesOf('individual-kyc.read'), repliesOf('business-kyc.read')),
  hasTypeOfItsVerification,
);
