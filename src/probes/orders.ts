import { type Reply, Untested } from '#evidence';
import { type Around, around } from './balances.ts';
import type { Service } from './service.ts';
import { derive, type Probe, probe, type Source } from './source.ts';
import { type OrderId, orderIds, ordersOf, type ValidOrder } from './valid-orders.ts';

const placeOrder = (service: Service, operation: OrderId, order: ValidOrder): Promise<Reply> => {
  const { body, role = 'individual', kind } = order;
  const api = service.api.about({ probe: `orders of ${operation}`, case: kind });
  return api.call(operation, { subaccountId: service.roles[role], body: body(service) });
};

/** What came of valid orders of one operation, and the balances around them. */
export interface PlacedOrders {
  /** The plainest first. */
  readonly placed: readonly { readonly kind: string; readonly reply: Reply }[];
  readonly balances: Around | undefined;
}

const placeAll = (service: Service, operation: OrderId) =>
  service.each(ordersOf(service, operation), async (order) => ({
    kind: order.kind,
    reply: await placeOrder(service, operation, order),
  }));

const placing = (operation: OrderId): Probe<PlacedOrders> =>
  probe(`orders of ${operation}`, {
    mode: operation === 'deposit.simulate' ? 'moves' : 'alone',
    send: async (service) => {
      if (operation === 'deposit.simulate' || !service.quiet)
        return { placed: await placeAll(service, operation), balances: undefined };
      let placing: Promise<PlacedOrders['placed']> | undefined;
      const act = async () => {
        placing = placeAll(service, operation);
        await placing;
      };
      const [plain] = ordersOf(service, operation);
      const again = async () => plain && placeOrder(service, operation, plain);
      // Orders are worth judging where the balances cannot be read.
      const balances = await around(service, act, { again }).catch(() => undefined);
      const placed = await (placing ?? placeAll(service, operation));
      return { placed, balances };
    },
  });

const byOperation = new Map(orderIds.map((operation) => [operation, placing(operation)]));

/** Valid orders of each kind, placed once for all that judge them. */
export const orders = (operation: OrderId): Probe<PlacedOrders> => {
  const known = byOperation.get(operation);
  if (known === undefined) throw new Error(`${operation} places no orders`);
  return known;
};

/** The answers to them. */
export const orderReplies = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => placed.map(({ reply }) => reply));

/** The answers to orders of some kinds. */
export const orderRepliesOf = (
  operation: OrderId,
  isMeant: (kind: string) => boolean,
): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) =>
    placed.filter(({ kind }) => isMeant(kind)).map(({ reply }) => reply),
  );

/** Those that were accepted: the premise of whatever is said about their records, or about a refusal of another. */
export const accepted = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => {
    const taken = placed.map(({ reply }) => reply).filter(({ status }) => status < 300);
    if (taken.length === 0) throw new Untested(`${operation}: no valid order was accepted`, 'service');
    return taken;
  });
