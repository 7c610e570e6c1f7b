import { type Input, identified, isOrder, type OperationId, ownParameter } from '#contract';
import { sentSegment } from '#evidence';
import { type Cases, isMalformedId, malformedId, withCases } from '#generators';
import { drawn } from '../drawn.ts';
import { perOperation } from '../source.ts';
import { exampleOf } from './reads.ts';

const asked: readonly OperationId[] = identified;

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
    mode: isOrder(operation) ? 'orders' : 'reads',
    minProfile: 'gate',
    examples: 2,
    arbitrary: () => turned(2 * asked.indexOf(operation)),
    ask: (service, id) =>
      service.api.call(operation, {
        ...exampleOf(service, operation),
        [parameter]: id,
      } as Input<typeof operation>),
    isCase: (reply) => isMalformedId(sentSegment(reply, parameter)),
  });
});
