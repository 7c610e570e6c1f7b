import {
  type Input,
  type OperationId,
  type OrderId,
  operationOf,
  parametersOf,
  roleOf,
  taxonomyCurrencies,
} from '#contract';
import { type Reply, type Setting, together } from '#evidence';
import { perOperation, probe, repliesTo, type Service } from '../source.ts';

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

/** Where none of the currencies that are set has payment methods, those that the document shows may have. */
const readTaxonomies = async (service: Service): Promise<readonly Reply[]> => {
  const replies = await readAll(service, 'taxonomy.list');
  if (replies.some(({ status }) => status !== 404)) return replies;
  const asked = new Set(service.order.taxonomyCurrencies);
  const others = taxonomyCurrencies.filter((currency) => !asked.has(currency));
  return [...replies, ...(await service.each(others, (currency) => service.api.listTaxonomy({ currency })))];
};

/** The records that the settings name, each read once. */
export const reads = perOperation((operation: ReadId) =>
  probe(readProbeOf(operation), {
    mode: 'reads',
    send: async (service) => (operation === 'taxonomy.list' ? readTaxonomies(service) : readAll(service, operation)),
    select: (recorded) => repliesTo(recorded, readProbeOf(operation)),
  }),
);
