import { always, check, hasNo, succeeds } from '#checks';
import { answering, isOrder, type OperationId, operationsWith } from '#contract';
import { offeredTaxonomies, orderRepliesOf, recordsOf, repliesOf } from '#probes';

/** Orders of other kinds than the plainest may be refused for what they are. */
const plainest = (operation: OperationId) => {
  if (operation === 'taxonomy.list') return offeredTaxonomies;
  return isOrder(operation) ? orderRepliesOf(operation, (kind) => kind === 'plain') : repliesOf(operation);
};

for (const operation of answering) {
  check(`${operation}/answers-with-its-record`, plainest(operation), succeeds);
  always(`${operation}/has-its-members`, recordsOf(operation), hasNo('missing', 'null', 'type', 'integer'));
}

for (const operation of operationsWith('identifiers'))
  always(`${operation}/writes-its-identifiers`, recordsOf(operation), hasNo('identifier'));
for (const operation of operationsWith('timestamps'))
  always(`${operation}/writes-its-timestamps`, recordsOf(operation), hasNo('timestamp'));
for (const operation of operationsWith('dates'))
  always(`${operation}/writes-its-dates`, recordsOf(operation), hasNo('date'));
for (const operation of operationsWith('amounts'))
  always(`${operation}/writes-its-amounts`, recordsOf(operation), hasNo('decimal', 'places'));
for (const operation of operationsWith('sets'))
  always(`${operation}/keeps-its-closed-sets`, recordsOf(operation), hasNo('set'));
for (const operation of operationsWith('uris'))
  always(`${operation}/writes-its-uris`, recordsOf(operation), hasNo('uri'));
for (const operation of operationsWith('countries'))
  always(`${operation}/writes-its-countries`, recordsOf(operation), hasNo('country'));
for (const operation of operationsWith('lowerCaseCodes'))
  always(`${operation}/writes-its-codes-in-lower-case`, recordsOf(operation), hasNo('currency-case'));
