import {
  type Input,
  isOrder,
  type OperationId,
  type OrderId,
  operationOf,
  parametersOf,
  roleOf,
  taxonomyCurrencies,
} from '#contract';
import { type Reply, type Setting, Untested } from '#evidence';
import { namedOrdersOf, orderReplies } from '../orders/orders.ts';
import { plainOrder } from '../orders/valid-orders.ts';
import { repliesTo } from '../recorded/recorded.ts';
import type { Service } from '../service.ts';
import { perOperation, probe, type Source } from '../source.ts';

type ReadId = Exclude<OperationId, OrderId>;

type ReadInput = Readonly<Record<string, string>>;

/** The values that are set for a parameter of a path. Throws `Untested` where there is none. */
const valuesFor = ({ roles, order }: Setting, operation: ReadId, parameter: string): readonly string[] => {
  if (parameter === 'currency') return order.taxonomyCurrencies;
  if (parameter !== 'subaccountId') return [roles[roleOf(parameter)]].flat();
  const [first = 'individual', ...others] = operationOf(operation).subaccounts ?? [];
  return [roles[first], ...others.filter((role) => roles.has(role)).map((role) => roles[role])].flat();
};

/** Requests that a conforming service answers with a record: one for each record that the settings name. */
const examplesOf = (setting: Setting, operation: ReadId): readonly ReadInput[] =>
  parametersOf(operation).reduce<readonly ReadInput[]>(
    (inputs, name) =>
      valuesFor(setting, operation, name).flatMap((value) =>
        inputs.map((input) => ({ ...input, [name]: value })),
      ),
    [{}],
  );

/** A valid request of an operation; orders have a reference of their own each time. */
export const exampleOf = <Id extends OperationId>(setting: Setting, operation: Id): Input<Id> => {
  if (isOrder(operation)) return plainOrder(setting, operation) as unknown as Input<Id>;
  const [first] = examplesOf(setting, operation as ReadId);
  if (first === undefined) throw new Untested(`nothing is set that ${operation} could be asked for`, 'user');
  return first as Input<Id>;
};

/** Name of what reads the records of an operation. */
export const readsOf = (operation: OperationId): string => `reads of ${operation}`;

const readAll = <Id extends ReadId>(service: Service, operation: Id): Promise<readonly Reply[]> =>
  service.each(examplesOf(service, operation), (input) => service.api.call(operation, input as Input<Id>));

/** Where none of the currencies that are set has payment methods, those that the document shows may have. */
const readTaxonomies = async (service: Service): Promise<readonly Reply[]> => {
  const replies = await readAll(service, 'taxonomy.list');
  if (replies.some(({ status }) => status !== 404)) return replies;
  const asked = new Set(service.order.taxonomyCurrencies);
  const others = taxonomyCurrencies.filter((currency) => !asked.has(currency));
  return [...replies, ...(await service.each(others, (currency) => service.api.listTaxonomy({ currency })))];
};

const reads = perOperation((operation: ReadId) =>
  probe(readsOf(operation), {
    mode: 'reads',
    send: async (service) =>
      operation === 'taxonomy.list' ? readTaxonomies(service) : readAll(service, operation),
    select: (recorded) => repliesTo(recorded, readsOf(operation)),
  }),
);

/** All answers to valid requests of an operation. */
export const repliesOf = (operation: OperationId): Source<readonly Reply[]> =>
  isOrder(operation) ? orderReplies(operation) : reads(operation as ReadId);

/** Whether a reply answers a request of its operation that a right service answers with a record. */
export const isOfValidRequest = ({ operation, request }: Reply): boolean =>
  request.purpose.probe === (isOrder(operation) ? namedOrdersOf : readsOf)(operation);
