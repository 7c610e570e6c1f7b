import { type Input, isOrder, type OperationId } from '#contract';
import { lacking, type Reply, type Setting } from '#evidence';
import { orderProbeOf, orderReplies } from '../orders/orders.ts';
import { plainOrder } from '../orders/valid-orders.ts';
import type { Source } from '../source.ts';
import { examplesOf, type ReadId, readProbeOf, reads } from './configured.ts';

/** A valid request of an operation; orders have a reference of their own each time. */
export const exampleOf = <Id extends OperationId>(setting: Setting, operation: Id): Input<Id> => {
  if (isOrder(operation)) return plainOrder(setting, operation) as unknown as Input<Id>;
  const [first] = examplesOf(setting, operation as ReadId);
  if (first === undefined) throw lacking(`nothing is set that ${operation} could be asked for`);
  return first as Input<Id>;
};

/** All answers to valid requests of an operation. */
export const repliesOf = (operation: OperationId): Source<readonly Reply[]> =>
  isOrder(operation) ? orderReplies(operation) : reads(operation as ReadId);

/** True where a reply answers a request of its operation that a right service answers with a record. */
export const isOfValidRequest = ({ operation, request }: Reply): boolean =>
  request.purpose.probe === (isOrder(operation) ? orderProbeOf : readProbeOf)(operation);
