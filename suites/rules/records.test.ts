import { conformanceTest, keepsFormOf, repeatsItself, succeeds, universalTest } from '#checks';
import { answering, isOrder, lasting, type OperationId, operationsWith, parts, type RequirementId } from '#contract';
import { answersToOrders, answersToReads, recordsOf, secondReads } from '#probes';

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

for (const { operation, noun, also } of parts) {
  followsTheContract(`${operation}/${noun}-have-their-members`, operation);
  if (also.includes('sets')) followsTheContract(`${operation}/${noun}-keep-their-closed-sets`, operation);
  if (also.includes('formats')) followsTheContract(`${operation}/${noun}-keep-their-formats`, operation);
}
