import { type Input, type OperationId, operationIds } from '#contract';
import { sentSegment } from '#evidence';
import { type Cases, isMalformedId, malformedId, withCases } from '#generators';
import { drawn } from '../drawn.ts';
import { isOrder } from '../orders/valid-orders.ts';
import { perOperation } from '../source.ts';
import { ownParameter } from './absent.ts';
import { exampleOf } from './reads.ts';

/** Operations with an id in their path. */
export const identified: readonly OperationId[] = operationIds.filter((operation) =>
  ownParameter(operation).endsWith('Id'),
);

/** Each operation begins with other examples, so that all of them are tried. */
const turned = (by: number): Cases<string> => {
  const ids = malformedId();
  const first = by % ids.examples.length;
  return withCases(ids, {
    examples: [...ids.examples.slice(first), ...ids.examples.slice(0, first)],
    describe: ids.describe,
  });
};

/** Valid requests of an operation, save that the id of what they speak of is no UUID. */
export const malformedIds = perOperation((operation: OperationId) => {
  const parameter = ownParameter(operation);
  return drawn(`${operation} for a malformed ${parameter}`, {
    mode: isOrder(operation) ? 'moves' : 'reads',
    least: 'gate',
    examples: 2,
    arbitrary: () => turned(2 * identified.indexOf(operation)),
    ask: (service, id) =>
      service.api.call(operation, {
        ...exampleOf(service, operation),
        [parameter]: id,
      } as Input<typeof operation>),
    isCase: (reply) => isMalformedId(sentSegment(reply, parameter)),
  });
});
