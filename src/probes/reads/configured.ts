import { type Input, type OperationId, type OrderId, operationOf, parametersOf } from '#contract';
import { isRecord, type Reply, type Setting, together, valueAt } from '#evidence';
import { roleOf, taxonomyCurrencies } from '#run';
import type { Service } from '../service.ts';
import { perOperation, probe, repliesTo } from '../source.ts';

export type ReadId = Exclude<OperationId, OrderId>;

type ReadInput = Readonly<Record<string, string>>;

const valuesFor = ({ roles, order }: Setting, operation: ReadId, parameter: string): readonly string[] => {
  if (parameter === 'currency') return order.taxonomyCurrencies;
  if (parameter !== 'subaccountId') return [roles[roleOf(parameter)]].flat();
  const { subaccounts } = operationOf(operation);
  if (subaccounts === undefined) return [roles.subaccount];
  const set = subaccounts.filter((role) => roles.has(role));
  const [first = 'individual'] = subaccounts;
  return (set.length > 0 ? set : [first]).flatMap((role) => roles[role]);
};

export const examplesOf = (setting: Setting, operation: ReadId): readonly ReadInput[] => {
  const names = parametersOf(operation);
  const values = together(...names.map((name) => () => valuesFor(setting, operation, name)));
  return names.reduce<readonly ReadInput[]>(
    (inputs, name, at) => (values[at] ?? []).flatMap((value) => inputs.map((input) => ({ ...input, [name]: value }))),
    [{}],
  );
};

const offerStatuses: readonly number[] = [400, 404, 409, 410, 422];

export const isNotOffered = ({ status }: Reply): boolean => offerStatuses.includes(status);

const maxCapable = 6;

export const capableCurrencies = (record: unknown): readonly string[] => {
  const currencies = valueAt(record, 'capabilities.currencies');
  return Object.entries(isRecord(currencies) ? currencies : {}).flatMap(([code, capability]) =>
    valueAt(capability, 'status') === 'locked' ? [] : [code],
  );
};

export const readProbeOf = (operation: OperationId): string => `reads of ${operation}`;

const readAll = <Id extends ReadId>(service: Service, operation: Id): Promise<readonly Reply[]> =>
  service.each(examplesOf(service, operation), (input) => service.api.call(operation, input as Input<Id>));

const capableIn = async ({ api, roles }: Service): Promise<readonly string[]> => {
  if (!roles.has('individual') && !roles.has('business')) return [];
  const { body } = await api.readSubaccount({ subaccountId: roles.subaccount });
  return capableCurrencies(body).slice(0, maxCapable);
};

/** A service without an offer in the configured currencies may have an offer in others. */
const readOffers = async <Id extends ReadId>(service: Service, operation: Id): Promise<readonly Reply[]> => {
  const { order } = service;
  const replies = await readAll(service, operation);
  if (!replies.every(order.hasShownTaxonomy ? isNotOffered : ({ status }) => status === 404)) return replies;
  const configured = new Set(order.taxonomyCurrencies);
  const others = order.hasShownTaxonomy ? await capableIn(service) : taxonomyCurrencies;
  const further = await service.each(
    others.filter((currency) => !configured.has(currency)),
    (currency) => service.api.call(operation, { currency } as ReadInput as Input<Id>),
  );
  return [...replies, ...further];
};

export const reads = perOperation((operation: ReadId) =>
  probe(readProbeOf(operation), {
    mode: 'reads',
    send: (service) =>
      operationOf(operation).openOffer === true ? readOffers(service, operation) : readAll(service, operation),
    select: (recorded) => repliesTo(recorded, readProbeOf(operation)),
  }),
);
