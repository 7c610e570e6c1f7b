import type { Input, OperationId } from '#contract';
import { type Reply, type Setting, Untested } from '#evidence';
import { comparedWith } from '../listings/page.ts';
import { orderReplies } from '../orders/orders.ts';
import { isOrder, type OrderId, plainOrder } from '../orders/valid-orders.ts';
import { repliesTo, unshown } from '../recorded/recorded.ts';
import { perOperation, probe, type Source } from '../source.ts';

type ReadId = Exclude<OperationId, OrderId>;

type Examples = { readonly [Id in ReadId]: (setting: Setting) => readonly Input<Id>[] };

/** Requests that a conforming service answers with a record: one for each record that the settings name. */
const examples: Examples = {
  'subaccount.read': ({ roles }) => {
    const others = (['business', 'unverified', 'unbanked'] as const).filter((role) => roles.has(role));
    return [roles.individual, ...others.map((role) => roles[role])].map((subaccountId) => ({ subaccountId }));
  },
  'individual-kyc.read': ({ roles }) => [{ subaccountId: roles.individual }],
  'business-kyc.read': ({ roles }) => [{ subaccountId: roles.business }],
  'balances.read': () => [{}],
  'offramp.list': ({ roles }) => [{ subaccountId: roles.individual }],
  'offramp.read': ({ roles }) =>
    roles.offramps.map((offrampId) => ({ subaccountId: roles.individual, offrampId })),
  'withdrawal.read': ({ roles }) => [{ subaccountId: roles.individual, withdrawalId: roles.withdrawal }],
  'conversion.list': ({ roles }) => [{ subaccountId: roles.individual }],
  'conversion.read': ({ roles }) =>
    roles.conversions.map((conversionId) => ({ subaccountId: roles.individual, conversionId })),
  'taxonomy.list': ({ order }) => order.taxonomyCurrencies.map((currency) => ({ currency })),
};

/** A valid request of an operation; orders have a reference of their own each time. */
export const exampleOf = <Id extends OperationId>(setting: Setting, operation: Id): Input<Id> => {
  if (isOrder(operation)) return plainOrder(setting, operation) as unknown as Input<Id>;
  const [first] = examples[operation as ReadId](setting);
  if (first === undefined) throw new Untested(`nothing is set that ${operation} could be asked for`, 'user');
  return first as Input<Id>;
};

/** Name of what reads the records of an operation. */
export const readsOf = (operation: OperationId): string => `reads of ${operation}`;

const reads = perOperation(<Id extends ReadId>(operation: Id) =>
  probe(readsOf(operation), {
    mode: 'reads',
    send: async (service) =>
      service.each(examples[operation](service), (input) => service.api.call(operation, input as Input<Id>)),
    select: (recorded) => repliesTo(recorded, readsOf(operation)),
  }),
);

/** The answers to valid requests of an operation, whatever they are. */
export const repliesOf = (operation: OperationId): Source<readonly Reply[]> =>
  isOrder(operation) ? orderReplies(operation) : reads(operation as ReadId);

/** Time in which nobody else changes a record, as a rule. */
const soonMs = 60_000;

/** The read of the same that came soon after the first. */
const secondOf = ([first, ...others]: readonly Reply[], operation: OperationId): Reply => {
  const second = others.find(
    ({ status, request, receivedAt }) =>
      first !== undefined &&
      status < 300 &&
      request.path === first.request.path &&
      receivedAt.getTime() - first.receivedAt.getTime() < soonMs,
  );
  if (second === undefined) throw unshown(`second read of ${operation}`);
  return second;
};

/** The first record of an operation once more, and as it was read before; nothing where it was not. */
export const readTwice = perOperation((operation: Exclude<ReadId, `${string}.list`>) => {
  const first = reads(operation);
  const second = probe(`second read of ${operation}`, {
    mode: 'reads',
    from: [first],
    send: async (service, _first): Promise<Reply> =>
      service.api.call(operation, exampleOf(service, operation)),
    select: (recorded) => secondOf(repliesTo(recorded, readsOf(operation)), operation),
  });
  return comparedWith(first, second);
});
