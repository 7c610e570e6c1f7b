import { noneAccepted } from '#attribution';
import type { OrderId } from '#contract';
import {
  amountIn,
  isRecord,
  type OrderTraits,
  type Reply,
  type Setting,
  subaccountOf,
  together,
  Untested,
  untested,
  valueAt,
} from '#evidence';
import { takenBy } from '#generators';
import { isServerError, isSuccess } from '#run';
import { reads } from '../reads/configured.ts';
import type { BalancesAround, Service } from '../service.ts';
import { derive, joined, noReplies, perOperation, probe, repliesTo, type Source, unshown } from '../source.ts';
import { ownAmount, withAmount } from './amounts.ts';
import { aroundWithOthers, lackOfQuiet } from './balances.ts';
import { aroundDeposits, type ManyDeposits, showsCurrencyOf } from './deposits.ts';
import { type PlacedOrder, understood } from './tries.ts';
import { isPlainest, onrampIn, orderProbeOf, orderPurpose, ordersOf, type ValidOrder } from './valid-orders.ts';

const currenciesShown = joined(reads('subaccount.read'), reads('taxonomy.list'));

const capable = ({ body }: Reply): readonly string[] => {
  const currencies = valueAt(body, 'capabilities.currencies');
  return Object.entries(isRecord(currencies) ? currencies : {})
    .filter(([, it]) => isRecord(it) && it.status === 'approved' && it.canOnramp === true)
    .map(([code]) => code);
};

const currenciesIn = (reply: Reply, { roles }: Setting): readonly string[] => {
  if (!isSuccess(reply)) return [];
  if (reply.operation === 'subaccount.read')
    return subaccountOf(reply) === roles.subaccount.toLowerCase() ? capable(reply) : [];
  return Array.isArray(reply.body) && reply.body.length > 0 ? [String(reply.request.input.currency)] : [];
};

/** Enough for more than one pair of currencies. */
const maxCurrencies = 3;

const otherOnrampCurrencies = (shown: readonly Reply[], service: Service): readonly string[] => {
  const codes = shown.flatMap((reply) => currenciesIn(reply, service)).map((code) => code.toUpperCase());
  const own = service.order.onrampCurrency.toUpperCase();
  const others = [...new Set(codes)].filter((code) => /^[A-Z]{3}$/.test(code) && code !== own);
  return takenBy(service.turn, others, maxCurrencies);
};

const placeOrder = (service: Service, operation: OrderId, order: ValidOrder, at = 0): Promise<Reply> => {
  const { body, traits, kind, asIs } = order;
  const [subaccountId, valid] = together(
    () => service.roles[traits?.role ?? 'subaccount'],
    () => body(service),
  );
  // A deposit keeps its amount, because its effect on the balance is compared with it.
  const isWhole = asIs || operation === 'deposit.simulate';
  const placed = isWhole ? valid : withAmount(valid, ownAmount(amountIn(valid), at));
  return service.api
    .about(orderPurpose(operation, kind, traits))
    .call(
      operation,
      { subaccountId, body: placed },
      traits?.inUtf8 ? { contentType: 'application/json; charset=utf-8' } : {},
    );
};

interface PlacedOrders {
  /** The plainest first. */
  readonly placed: readonly PlacedOrder[];
  readonly balances: BalancesAround | Untested;
}

/** Small enough for a limit that refuses every third order. */
const sideBySide = 6;

const placeEach = async (
  service: Service,
  operation: OrderId,
  orders: readonly ValidOrder[],
): Promise<readonly PlacedOrder[]> => {
  const indexed = orders.map((order, at) => ({ order, at }));
  const inTurn = [...indexed.filter(({ order }) => !order.last), ...indexed.filter(({ order }) => order.last)];
  const begun: Promise<PlacedOrder>[] = [];
  return service.each(inTurn, ({ order, at }, index) => {
    const first = index - (index % sideBySide);
    const before = begun.slice(Math.max(0, first - sideBySide), first);
    const placing = Promise.allSettled(before).then(async (settled) => {
      const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      // If none of them was answered, the others would not be. A missing role of one order says nothing about others.
      const isInVain = failures.length === settled.length && !failures.some((error) => error instanceof Untested);
      if (isInVain && failures.length > 0) throw failures[0];
      return { order, reply: await placeOrder(service, operation, order, at) };
    });
    begun.push(placing);
    return placing;
  });
};

const placeAll = async (
  service: Service,
  operation: OrderId,
  more: readonly ValidOrder[] = [],
): Promise<PlacedOrders['placed']> => {
  const every = [...ordersOf(service, operation), ...more];
  return understood(service, operation, await placeEach(service, operation, every));
};

/** One order of each kind that may be booked differently; a gate places more. */
const placeTypical = async (service: Service, operation: OrderId): Promise<unknown> => {
  const typical = ordersOf(service, operation).filter((order) => order.typical);
  return service.each(typical, (order, at) => placeOrder(service, operation, order, at));
};

/** Without readable balances, the orders can still be judged. */
const orWhyNot = (balances: Promise<BalancesAround>): Promise<BalancesAround | Untested> =>
  balances.catch((error: unknown) =>
    error instanceof Untested ? error : untested('NOT_SERVED', 'the balances cannot be read'),
  );

/**
 * First the deposits in currencies that the balances show, and other tries if they are refused, between two reads of
 * the balances. Other deposits may be credited to any currency.
 */
const placeDeposits = async (service: Service): Promise<PlacedOrders> => {
  const operation = 'deposit.simulate';
  const lack = lackOfQuiet(service);
  if (lack !== undefined) return { placed: await placeAll(service, operation), balances: lack };
  const every = ordersOf(service, operation);
  let placing: Promise<readonly PlacedOrder[]> | undefined;
  let left: readonly ValidOrder[] = [];
  const place = (isMeant: (order: ValidOrder) => boolean) => {
    left = every.filter((order) => !isMeant(order));
    const meant = every.filter(isMeant);
    placing = placeEach(service, operation, meant).then((placed) => understood(service, operation, placed));
    return placing;
  };
  const balances = await orWhyNot(
    aroundDeposits(service, async (before) =>
      repliesIn(await place(({ body }) => showsCurrencyOf(before, body(service)))),
    ),
  );
  const first = await (placing ?? place(() => true));
  const placed = [...first, ...(await placeEach(service, operation, left))];
  return { placed: await understood(service, operation, placed), balances };
};

export const orders = perOperation((operation: OrderId) =>
  probe(orderProbeOf(operation), {
    // The effect of deposits on the balances is visible only without other orders.
    mode: operation === 'deposit.simulate' ? 'exclusive' : 'balanceNeutral',
    from: [operation === 'onramp.initiate' ? currenciesShown : noReplies],
    send: async (service, shown = []): Promise<PlacedOrders> => {
      const isInGate = service.profile !== 'smoke';
      const others = isInGate ? otherOnrampCurrencies(shown, service) : [];
      if (operation === 'deposit.simulate') return placeDeposits(service);
      const place = () => placeAll(service, operation, others.map(onrampIn));
      const lack = lackOfQuiet(service);
      if (lack !== undefined) return { placed: await place(), balances: lack };
      let placing: Promise<PlacedOrders['placed']> | undefined;
      const acting = {
        act: async () => {
          placing = place();
          await placing;
        },
        again: () => placeTypical(service, operation),
      };
      const balances = await orWhyNot(aroundWithOthers(service, orderProbeOf(operation), acting));
      const placed = await (placing ?? place());
      return { placed, balances };
    },
    select: (recorded) => ({
      placed: repliesTo(recorded, orderProbeOf(operation)).map((reply) => ({
        order: { kind: reply.request.purpose.case ?? '', traits: reply.request.purpose.order ?? {} },
        reply,
      })),
      balances: unshown('the balances around each order'),
    }),
  }),
);

export const repliesIn = (placed: PlacedOrders['placed']): readonly Reply[] => placed.map(({ reply }) => reply);

export const whyNone = (operation: OrderId, placed: PlacedOrders['placed']): Untested => {
  const [reason] = placed.flatMap(({ blockedFor }) => blockedFor ?? []);
  return reason === undefined ? noneAccepted(operation) : new Untested([reason]);
};

export const allDeposits: Source<ManyDeposits> = derive([orders('deposit.simulate')], ({ balances }) => {
  if (balances instanceof Untested) throw balances;
  const { before, after, deposits = [] } = balances;
  return { before, after, deposits };
});

export const orderReplies = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => repliesIn(placed));

export const orderRepliesOf = (
  operation: OrderId,
  isMeant: (traits: OrderTraits) => boolean,
): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) =>
    repliesIn(placed.filter(({ order: { traits } }) => traits !== undefined && isMeant(traits))),
  );

/**
 * The answer to the plainest order, and to each other order that no business rule explains: a failure, or 401 to the
 * full key. The service may refuse other kinds of orders.
 */
export const answersToOrders = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) =>
    repliesIn(
      placed.filter(
        ({ order, reply }) => isPlainest(order.traits ?? {}) || reply.status === 401 || isServerError(reply),
      ),
    ),
  );

/** Claims about records and about refusals of other orders need an accepted order. */
export const accepted = (operation: OrderId): Source<readonly Reply[]> =>
  derive([orders(operation)], ({ placed }) => {
    const replies = repliesIn(placed);
    const successes = replies.filter(isSuccess);
    if (successes.length === 0) throw whyNone(operation, placed);
    return successes;
  });

/**
 * Answers to orders that must be refused, if the service accepted a valid order of the same kind and one of the same
 * subaccount. Otherwise a refusal proves nothing: the service may refuse the kind or the subaccount as a whole.
 */
export const givenAccepted = (operation: OrderId, answers: Source<readonly Reply[]>): Source<readonly Reply[]> =>
  derive<readonly Reply[], [readonly Reply[], PlacedOrders]>([answers, orders(operation)], (replies, { placed }) => {
    const isRefused = (isAlike: (order: PlacedOrders['placed'][number]) => boolean): boolean => {
      const alike = placed.filter(isAlike);
      return alike.length > 0 && !alike.some(({ reply }) => isSuccess(reply));
    };
    const shown = replies.filter(
      (reply) =>
        !isRefused(({ order }) => order.kind === reply.request.purpose.case) &&
        !isRefused((order) => subaccountOf(order.reply) === subaccountOf(reply)),
    );
    const lacksTwin = shown.length === 0 && replies.length > 0;
    if (lacksTwin || !placed.some(({ reply }) => isSuccess(reply))) throw whyNone(operation, placed);
    return shown;
  });
