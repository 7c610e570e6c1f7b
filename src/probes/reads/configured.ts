import { type Input, type OperationId, type OrderId, operationOf, parametersOf } from '#contract';
import { type Reply, type Setting, together } from '#evidence';
import { roleOf, taxonomyCurrencies } from '#run';
import type { Service } from '../service.ts';
import { perOperation, probe, repliesTo } from '../source.ts';

export type ReadId = Exclude<OperationId, OrderId>;

type ReadInput = Readonly<Record<string, string>>;

/** The values that are set for a parameter of a path. Throws `Untested` where there is none. */
const valuesFor = ({ roles, order }: Setting, operation: ReadId, parameter: string): readonly string[] => {
  if (parameter === 'currency') return order.taxonomyCurrencies;
  if (parameter !== 'subaccountId') return [roles[roleOf(parameter)]].flat();
  const { subaccounts } = operationOf(operation);
  if (subaccounts === undefined) return [roles.subaccount];
  const set = subaccounts.filter((role) => roles.has(role));
  const [first = 'individual'] = subaccounts;
  return (set.length > 0 ? set : [first]).flatMap((role) => roles[role]);
};

/** Requests that a conforming service answers with a record: one for each record that the settings name. */
export const examplesOf = (setting: Setting, operation: ReadId): readonly ReadInput[] => {
  const names = parametersOf(operation);
  const values = together(...names.map((name) => () => valuesFor(setting, operation, name)));
  return names.reduce<readonly ReadInput[]>(
    (inputs, name, at) => (values[at] ?? []).flatMap((value) => inputs.map((input) => ({ ...input, [name]: value }))),
    [{}],
  );
};

/** The id of the probe that reads the records of an operation. */
export const readProbeOf = (operation: OperationId): string => `reads of ${operation}`;

const readAll = <Id extends ReadId>(service: Service, operation: Id): Promise<readonly Reply[]> =>
  service.each(examplesOf(service, operation), (input) => service.api.call(operation, input as Input<Id>));

/** Where nothing is offered in the currencies that are set, there may be in those that the document shows. */
const readOffers = async <Id extends ReadId>(service: Service, operation: Id): Promise<readonly Reply[]> => {
  const replies = await readAll(service, operation);
  if (replies.some(({ status }) => status !== 404)) return replies;
  const asked = new Set(service.order.taxonomyCurrencies);
  const others = taxonomyCurrencies.filter((currency) => !asked.has(currency)).map((currency) => ({ currency }));
  const further = await service.each(others, (input) => service.api.call(operation, input as ReadInput as Input<Id>));
  return [...replies, ...further];
};

/** The records that the settings name, each read once. */
export const reads = perOperation((operation: ReadId) =>
  probe(readProbeOf(operation), {
    mode: 'reads',
    send: (service) =>
      operationOf(operation).openOffer === true ? readOffers(service, operation) : readAll(service, operation),
    select: (recorded) => repliesTo(recorded, readProbeOf(operation)),
  }),
);
