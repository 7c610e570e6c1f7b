import { conformanceTest, keepsFormOf, repeatsItself, succeeds, universalTest } from '#checks';
import {
  answering,
  isOrder,
  lasting,
  type OperationId,
  operationsWith,
  parts,
  type RequirementId,
} from '#contract';
import { answersToOrders, offeredTaxonomies, recordsOf, repliesOf, secondReads } from '#probes';

const valid = (operation: OperationId) => {
  if (operation === 'taxonomy.list') return offeredTaxonomies;
  return isOrder(operation) ? answersToOrders(operation) : repliesOf(operation);
};

/** Judges every record of the run by one requirement on its form. */
const keeps = (requirement: RequirementId, operation: OperationId): void =>
  universalTest(requirement, recordsOf(operation), keepsFormOf(requirement));

for (const operation of answering) {
  conformanceTest(`${operation}/answers-with-its-record`, valid(operation), succeeds);
  keeps(`${operation}/has-its-members`, operation);
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
  keeps(`${operation}/writes-its-identifiers`, operation);
for (const operation of operationsWith('timestamps')) keeps(`${operation}/writes-its-timestamps`, operation);
for (const operation of operationsWith('dates')) keeps(`${operation}/writes-its-dates`, operation);
for (const operation of operationsWith('amounts')) keeps(`${operation}/writes-its-amounts`, operation);
for (const operation of operationsWith('sets')) keeps(`${operation}/keeps-its-closed-sets`, operation);
for (const operation of operationsWith('uris')) keeps(`${operation}/writes-its-uris`, operation);
for (const operation of operationsWith('countries')) {
  keeps(`${operation}/writes-its-countries`, operation);
  keeps(`${operation}/names-assigned-countries`, operation);
}
for (const operation of operationsWith('lowerCaseCodes'))
  keeps(`${operation}/writes-its-codes-in-lower-case`, operation);

for (const { operation, noun, also } of parts) {
  keeps(`${operation}/${noun}-have-their-members`, operation);
  if (also.includes('sets')) keeps(`${operation}/${noun}-keep-their-closed-sets`, operation);
  if (also.includes('formats')) keeps(`${operation}/${noun}-keep-their-formats`, operation);
}
