import { noneAccepted } from '#attribution';
import { isSuccess, type OperationId, type OrderId } from '#contract';
import { amountIn, type Reply, Untested } from '#evidence';
import { repliesTo, unshown } from '../recorded/recorded.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, probe, type Source } from '../source.ts';
import { ownAmount, withAmount } from './amounts.ts';
import { aroundWithOthers, type BalancesAround, lackOfQuiet } from './balances.ts';
import { ordersOf, type ValidOrder } from './valid-orders.ts';

const placeOrder = (service: Service, operation: OrderId, order: ValidOrder, at = 0): Promise<Reply> => {
  const { body, role = 'individual', kind } = order;
  const valid = body(service);
  // The amount of a deposit shows by how much it raises a balance.
  const placed = operation === 'deposit.simulate' ? valid : withAmount(valid, ownAmount(amountIn(valid), at));
  return service.api
    .about({ probe: namedOrdersOf(operation), case: kind })
    .call(operation, { subaccountId: service.roles[role], body: placed });
};

/** The replies to valid orders of one operation, and the balances around them. */
interface PlacedOrders {
  /** The plainest first. */
  readonly placed: readonly { readonly kind: string; readonly reply: Reply }[];
  /** Or why they are not known. */
  readonly balances: BalancesAround | Untested;
}

export const placeAll = (service: Service, operation: OrderId): Promise<PlacedOrders['placed']> =>
  service.each(ordersOf(service, operation), async (order, at) => ({
    kind: order.kind,
    reply: await placeOrder(service, operation, order, at),
  }));

export const placePlain = async (service: Service, operation: OrderId): Promise<unknown> => {
  const [plain] = ordersOf(service, operation);
  return plain && placeOrder(service, operation, plain);
};

const noDeposit = new Untested('what a deposit does to a balance is open');

/** Name of what places the valid orders of an operation. */
export const namedOrdersOf = (operation: OperationId): string => `orders of ${operation}`;

/** Whether it answers one of them. */
export const isOfValidOrder = ({ operation, request }: Reply): boolean =>
  request.purpose.probe === namedOrdersOf(operation);

/** Valid orders of each kind, placed once for all that judge them. */
export const orders = perOperation((operation: OrderId) =>
  probe(namedOrdersOf(operation), {
    mode: operation === 'deposit.simulate' ? 'orders' : 'balanceNeutral',
    send: async (service): Promise<PlacedOrders> => {
      const lack = operation === 'deposit.simulate' ? noDeposit : lackOfQuiet(service);
      if (lack !== undefined) return { placed: await placeAll(service, operation), balances: lack };
      let placing: Promise<PlacedOrders['placed']> | undefined;
      const act = async () => {
        placing = placeAll(service, operation);
        await placing;
      };
      // Orders are worth judging where the balances cannot be read.
      const balances = await aroundWithOthers(service, namedOrdersOf(operation), { act }).catch(
        (error: unknown) =>
          error instanceof Untested ? error : new Untested('the balances cannot be read', 'service'),
      );
      const placed = await (placing ?? placeAll(service, operation));
      return { placed, balances };
    },
    select: (recorded) => ({
      placed: repliesTo(recorded, namedOrdersOf(operation)).map((reply) => ({
        kind: reply.request.purpose.case ?? '',
        reply,
      })),
      balances: unshown('the balances around each order'),
    }),
  }),
);

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

/** Accepted orders: the premise of all that is said about their records, or about a refusal of another order. */
export const accepted = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => {
    const taken = placed.map(({ reply }) => reply).filter(isSuccess);
    if (taken.length === 0) throw noneAccepted(operation);
    return taken;
  });

/**
 * Answers to orders that are to be refused, where a valid one of the same kind was accepted: otherwise a refusal shows
 * nothing, because the service may refuse the kind.
 */
export const givenAccepted = (
  operation: OrderId,
  answers: Source<readonly Reply[]>,
): Source<readonly Reply[]> =>
  derive<readonly Reply[], [readonly Reply[], PlacedOrders]>(
    [answers, orders(operation)],
    (replies, { placed }) => {
      const isRefused = (wanted: string | undefined): boolean => {
        const alike = placed.filter(({ kind }) => kind === wanted);
        return alike.length > 0 && !alike.some(({ reply }) => isSuccess(reply));
      };
      const shown = replies.filter(({ request }) => !isRefused(request.purpose.case));
      const lacksTwin = shown.length === 0 && replies.length > 0;
      if (lacksTwin || !placed.some(({ reply }) => isSuccess(reply))) throw noneAccepted(operation);
      return shown;
    },
  );
