import {
  conformanceTest,
  datesNothingToCome,
  hasTypeOfItsVerification,
  holdsNothingNegative,
  universalTest,
} from '#checks';
import { isOrder, type OperationId, operationOf, operationsWith, withAmounts, withListings } from '#contract';
import type { Reply } from '#evidence';
import { accepted, joined, recordsOfAll, repliesOf } from '#probes';

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
