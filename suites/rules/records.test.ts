import { conformanceTest, hasNo, repeatsItself, succeeds, universalTest } from '#checks';
import { answering, isOrder, lasting, type OperationId, operationsWith } from '#contract';
import { offeredTaxonomies, orderRepliesOf, recordsOf, repliesOf, secondReads } from '#probes';

/** Orders of other kinds than the plainest may be refused for what they are. */
const plainest = (operation: OperationId) => {
  if (operation === 'taxonomy.list') return offeredTaxonomies;
  return isOrder(operation) ? orderRepliesOf(operation, (kind) => kind === 'plain') : repliesOf(operation);
};

for (const operation of answering) {
  conformanceTest(`${operation}/answers-with-its-record`, plainest(operation), succeeds);
  universalTest(
    `${operation}/has-its-members`,
    recordsOf(operation),
    hasNo('missing', 'null', 'type', 'integer'),
  );
}

for (const operation of lasting)
  universalTest(
    `${operation}/repeats-itself`,
    { ...recordsOf(operation), needs: [...recordsOf(operation).needs, secondReads(operation)] },
    repeatsItself,
  );

for (const operation of operationsWith('identifiers'))
  universalTest(`${operation}/writes-its-identifiers`, recordsOf(operation), hasNo('identifier'));
for (const operation of operationsWith('timestamps'))
  universalTest(`${operation}/writes-its-timestamps`, recordsOf(operation), hasNo('timestamp'));
for (const operation of operationsWith('dates'))
  universalTest(`${operation}/writes-its-dates`, recordsOf(operation), hasNo('date'));
for (const operation of operationsWith('amounts'))
  universalTest(`${operation}/writes-its-amounts`, recordsOf(operation), hasNo('decimal', 'places'));
for (const operation of operationsWith('sets'))
  universalTest(`${operation}/keeps-its-closed-sets`, recordsOf(operation), hasNo('set'));
for (const operation of operationsWith('uris'))
  universalTest(`${operation}/writes-its-uris`, recordsOf(operation), hasNo('uri'));
for (const operation of operationsWith('countries'))
  universalTest(`${operation}/writes-its-countries`, recordsOf(operation), hasNo('country'));
for (const operation of operationsWith('countries'))
  universalTest(`${operation}/names-assigned-countries`, recordsOf(operation), hasNo('unassigned-country'));
for (const operation of operationsWith('lowerCaseCodes'))
  universalTest(`${operation}/writes-its-codes-in-lower-case`, recordsOf(operation), hasNo('currency-case'));
