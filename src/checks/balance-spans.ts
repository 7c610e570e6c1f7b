// Balances between any two reads of a run: each deposit counts once, and no initiation moves them.

import { noDepositAccepted } from '#attribution';
import { isOrder, orderIds } from '#contract';
import {
  amountIn,
  balanceAt,
  balancesMoved,
  idIn,
  isRecord,
  type Reply,
  recordsIn,
  type SentExchange,
  sameBalances,
  subaccountOf,
  untested,
  valueAt,
} from '#evidence';
import { type BalancesAround, currencyOf, isStablecoin, lackOfQuiet, roundingOf } from '#probes';
import { isRefusal, isSuccess } from '#run';
import { isOfTheBalances, leavesEachAlone, movedIdly } from './balances.ts';
import { type CheckContext, type Found, finding, type Judge } from './judgement.ts';

interface Span {
  readonly before: Reply;
  readonly after: Reply;
}

const balancesIn = ({ body }: Reply): Readonly<Record<string, unknown>> => {
  const held = valueAt(body, 'balances');
  return isRecord(held) ? held : {};
};

const heldIn = (reply: Reply, currency: string): number =>
  balanceAt(balancesIn(reply), currency)?.toNumber() ?? Number.NaN;

const shownIn = ({ before, after }: Span): readonly string[] =>
  Object.keys(balancesIn(before)).filter((currency) => Object.hasOwn(balancesIn(after), currency));

const riseOf = ({ before, after }: Span, currency: string): number =>
  heldIn(after, currency) - heldIn(before, currency);

const spansIn = (reads: readonly Reply[]): readonly Span[] => {
  const inTurn = reads.toSorted((one, other) => one.sentMs - other.sentMs);
  return inTurn.flatMap((after, at) => {
    const before = inTurn.slice(0, at).findLast(({ receivedMs }) => receivedMs <= after.sentMs);
    return before === undefined ? [] : [{ before, after }];
  });
};

/** An order without an answer has no status; the service may have carried it out. */
type Placed = SentExchange & Pick<Reply, 'status'> & Partial<Pick<Reply, 'body'>>;

const noStatus = 0;

const isDeposit = ({ operation }: Pick<Placed, 'operation'>): boolean => operation === 'deposit.simulate';

const amountOf = ({ request }: Placed): number => amountIn(request.input.body);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const sumIn = (deposits: readonly Placed[], currency: string): number =>
  sumOf(deposits.filter((deposit) => currencyOf(deposit) === currency).map(amountOf));

/**
 * The document does not say where a stablecoin is booked. A deposit in a currency that the balances lack may be
 * credited to another currency.
 */
const mayBeCreditedTo = (deposit: Placed, currency: string, shown: readonly string[]): boolean => {
  const own = currencyOf(deposit);
  if (own === currency) return true;
  return isStablecoin(own) ? currency === 'usd' : !shown.includes(own);
};

interface Seen {
  readonly first: Reply;
  readonly deposits: readonly Placed[];
  readonly earlier: CheckContext['earlierDeposits'];
}

interface Moves {
  readonly spans: readonly Span[];
  readonly seen: Seen;
  readonly orders: readonly Placed[];
}

const isInSpan = ({ before, after }: Span, order: Placed): boolean =>
  order.receivedMs >= before.sentMs && order.sentMs <= after.receivedMs;

/** The sums of all subsets of `amounts`, in thousandths; undefined if there are too many subsets. */
const sumsOfSome = (amounts: readonly number[]): ReadonlySet<number> | undefined => {
  const sums = new Set([0]);
  for (const amount of amounts) {
    for (const sum of [...sums]) sums.add(sum + Math.round(amount * 1_000));
    if (sums.size > 20_000) return undefined;
  }
  return sums;
};

const pendingAt = (span: Span, currency: string, { first, deposits, earlier }: Seen): readonly number[] => {
  const shown = shownIn(span);
  const until = deposits.filter(({ sentMs }) => sentMs <= span.after.receivedMs);
  const own = until.filter((deposit) => currencyOf(deposit) === currency && !isInSpan(span, deposit));
  const credited = heldIn(span.before, currency) - heldIn(first, currency);
  const isAllCredited = Math.abs(credited - sumIn(own, currency)) < 0.001;
  const others = until.filter(
    (deposit) => currencyOf(deposit) !== currency && mayBeCreditedTo(deposit, currency, shown),
  );
  const ofEarlierRuns = earlier?.[currency] ?? [];
  return [...(isAllCredited ? [] : own), ...others].map(amountOf).concat(ofEarlierRuns);
};

const isCreditedTwice = (span: Span, currency: string, seen: Seen): boolean => {
  const own = seen.deposits.filter((deposit) => isInSpan(span, deposit) && currencyOf(deposit) === currency);
  const excess = Math.round((riseOf(span, currency) - sumIn(own, currency)) * 1_000);
  if (excess <= 0 || own.length === 0) return false;
  const pending = sumsOfSome(pendingAt(span, currency, seen));
  return pending !== undefined && !pending.has(excess) && sumsOfSome(own.map(amountOf))?.has(excess) === true;
};

const isBeyondAll = (span: Span, currency: string, { first, deposits, earlier }: Seen): boolean => {
  const shown = shownIn(span);
  const until = deposits.filter(({ sentMs }) => sentMs <= span.after.receivedMs);
  const isOpen = until.some((deposit) => !isStablecoin(currencyOf(deposit)) && !shown.includes(currencyOf(deposit)));
  const all = until.filter((deposit) => mayBeCreditedTo(deposit, currency, shown)).map(amountOf);
  const credited = Math.max(0, heldIn(span.before, currency) - heldIn(first, currency));
  const rounding = roundingOf(span)(heldIn(span.after, currency));
  const most = sumOf([...all, ...(earlier?.[currency] ?? [])]) - credited;
  return !isOpen && riseOf(span, currency) > Math.max(0, most) + rounding;
};

/** A rise without a deposit between the two reads is no deposit that counts twice. */
const isRisenTooFar = (span: Span, currency: string, seen: Seen): boolean =>
  seen.deposits.some((deposit) => isInSpan(span, deposit)) &&
  (isBeyondAll(span, currency, seen) || isCreditedTwice(span, currency, seen));

const risesByItself = ({ spans, seen, orders }: Moves): boolean =>
  spans
    .filter((span) => !orders.some((order) => isInSpan(span, order)))
    .some((span) =>
      shownIn(span).some((currency) => {
        const rise = Math.round(riseOf(span, currency) * 1_000);
        return rise > 0 && sumsOfSome(pendingAt(span, currency, seen))?.has(rise) !== true;
      }),
    );

/**
 * The next read must show the same if there was no order before it. A short rise is no finding, because nobody can fix
 * what has passed.
 */
const isKept = (span: Span, currency: string, spans: readonly Span[], orders: readonly Placed[]): boolean => {
  const next = spans.find(({ before }) => before === span.after);
  if (next === undefined || orders.some((order) => isInSpan(next, order))) return true;
  return riseOf(next, currency) === 0;
};

const readsIn = (given: readonly Reply[], context: CheckContext): readonly Reply[] => {
  const judgeable = new Set(context.attribution.judgeable(given));
  return given.filter((reply) => isOfTheBalances(reply, context) && judgeable.has(reply));
};

/** @throws Untested if the balances prove nothing. */
const movesIn = (
  given: readonly Reply[],
  context: CheckContext,
  mayMatter: (lost: Placed) => boolean = isDeposit,
): Moves => {
  if (!context.quiet) throw lackOfQuiet(context);
  const reads = readsIn(given, context);
  const spans = spansIn(reads);
  const [first] = spans;
  if (first === undefined) throw untested('NOT_TWICE', 'the balances were never read twice, one after the other');
  const lost = (context.lostOrders ?? []).map((order): Placed => ({ ...order, status: noStatus }));
  const orders = [...given.filter(({ operation }) => isOrder(operation)), ...lost.filter(mayMatter)];
  return {
    spans,
    orders,
    seen: {
      first: first.before,
      deposits: orders.filter((order) => isDeposit(order) && !isRefusal(order)),
      earlier: context.earlierDeposits,
    },
  };
};

const isMeant = (order: Placed, { roles }: CheckContext): boolean => {
  const { invalid, odd } = order.request.purpose;
  const approved = (['individual', 'business'] as const)
    .filter((role) => roles.has(role))
    .map((role) => roles[role].toLowerCase());
  return invalid === undefined && odd === undefined && approved.includes(subaccountOf(order));
};

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const namesOf = (orders: readonly Placed[]): string => {
  const counts = new Map<string, number>();
  for (const { operation } of orders) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts].map(([operation, count]) => `${count} ${operation}`).join(', ');
};

const difference = { code: 'BALANCE_MOVED', where: '$.balances' } as const;

/** Between any two reads, a balance rises by at most the deposits that are not yet credited. */
export const countsEachDeposit: Judge<readonly Reply[]> = (given, context) => {
  const moves = movesIn(given, context);
  const { spans, seen, orders } = moves;
  if (!orders.some((order) => isDeposit(order) && isMeant(order, context)))
    throw untested('NO_SUCH_CASE', 'no deposit was simulated');
  if (!seen.deposits.some(isSuccess)) throw noDepositAccepted();
  const guilty = spans.flatMap((span) => {
    const currency = shownIn(span).find((code) => isRisenTooFar(span, code, seen) && isKept(span, code, spans, orders));
    return currency === undefined ? [] : [{ span, currency }];
  });
  const [first] = guilty;
  if (first === undefined) return { judged: spans.map(({ after }) => after), findings: [] };
  if (risesByItself(moves) || movedIdly(given, context).guilty.length > 0) throw balancesMoved();
  const { span, currency } = first;
  const deposits = seen.deposits.filter((deposit) => isInSpan(span, deposit));
  const expected = 'each deposit counted once';
  const observed = `${currency} rose by more between two reads, with ${countText(deposits.length, 'deposit')}`;
  const found = finding({ reply: span.after, against: span.before, ...difference, expected, observed });
  return { judged: [span.after], findings: [found] };
};

const ownSpans = ({ spans, seen: { deposits } }: Moves) =>
  spans.flatMap((span) => {
    const near = deposits.filter((deposit) => isInSpan(span, deposit));
    const isWithin = ({ sentMs, receivedMs }: Placed) =>
      sentMs >= span.before.receivedMs && receivedMs <= span.after.sentMs;
    if (!near.every((deposit) => isWithin(deposit) && isSuccess(deposit))) return [];
    const shown = shownIn(span);
    return [...new Set(near.map(currencyOf))]
      .filter((currency) => near.every((one) => currencyOf(one) === currency || !mayBeCreditedTo(one, currency, shown)))
      .filter((currency) => shown.includes(currency))
      .map((currency) => ({
        span,
        short: sumIn(near, currency) - riseOf(span, currency),
        rounding: roundingOf(span)(heldIn(span.after, currency)),
        rise: riseOf(span, currency),
      }));
  });

/** If most deposits raise their balance in full, no deposit raises it by less. */
export const creditsInFull: Judge<readonly Reply[]> = (given, context) => {
  const moves = movesIn(given, context);
  const own = ownSpans(moves);
  const isFull = ({ short, rounding }: (typeof own)[number]) => Math.abs(short) <= rounding;
  const full = own.filter(isFull);
  const short = own.filter((each) => each.short > each.rounding && each.rise >= 0);
  const { deposits } = moves.seen;
  if (deposits.length > 0 && !deposits.some(isSuccess)) throw untested('NONE_ACCEPTED', 'no deposit was accepted');
  const over = own.filter((each) => each.short < -each.rounding);
  if (full.length === 0 && over.length > short.length)
    throw untested('BROKEN_OTHERWISE', 'deposits raise the balance by more than their amount');
  if (full.length <= short.length || full.length === 0)
    throw untested(
      'NO_SUCH_CASE',
      'the document does not say when a deposit is credited, and this service credits none in full at once',
    );
  const [loss] = short;
  const judged = [...full, ...short].map(({ span }) => span.after);
  if (loss === undefined) return { judged, findings: [] };
  const expected = 'a rise by the whole deposit, as most others show it';
  const found = finding({
    reply: loss.span.after,
    against: loss.span.before,
    ...difference,
    expected,
    observed: 'less',
  });
  return { judged, findings: [found] };
};

const isInitiation = ({ operation }: Placed): boolean => operation.endsWith('.initiate');

const acceptedAround = (
  { before, after }: Span,
  orders: readonly Placed[],
  { prompt, patienceMs }: Pick<CheckContext, 'prompt' | 'patienceMs'>,
): readonly Placed[] => {
  const lateMs = prompt ? 2_000 : patienceMs;
  return orders.filter(
    (order) =>
      isInitiation(order) &&
      !isRefusal(order) &&
      order.sentMs <= after.receivedMs &&
      order.receivedMs >= before.sentMs - lateMs,
  );
};

const settling = 'offramps of this run are settled already, which may move the balances';

const isSettling = (given: readonly Reply[], orders: readonly Placed[]): boolean => {
  const own = new Set(orders.flatMap(({ body }) => idIn(body) ?? []));
  const shown = given.filter(({ operation }) => operation === 'offramp.list' || operation === 'offramp.read');
  return shown
    .flatMap(({ body }) => recordsIn(body))
    .some(({ record }) => own.has(idIn(record) ?? '') && valueAt(record, 'status') !== 'pending');
};

/** If the balances also moved once after accepted orders, refused orders are not proved to have moved them. */
export const staysWhenRefused: Judge<readonly BalancesAround[]> = (times, context) => {
  const orders = orderIds.flatMap((operation) => context.attribution.successesOf(operation));
  const isOpen = (seen: BalancesAround): boolean =>
    !seen.movedAgain && !sameBalances(seen.before, seen.after) && acceptedAround(seen, orders, context).length > 0;
  const shown = times.filter((seen) => !isOpen(seen));
  if (shown.length === 0 && times.length > 0)
    throw untested(
      'MOVES_BY_ITSELF',
      'the balances moved once, after accepted orders, and not again after refused ones',
    );
  return leavesEachAlone(shown, context);
};

export const fallsByNoInitiation: Judge<readonly Reply[]> = (given, context) => {
  const { spans, orders } = movesIn(given, context, () => true);
  if (!orders.some((order) => isInitiation(order) && isMeant(order, context)))
    throw untested('NO_SUCH_CASE', 'nothing was initiated');
  const around = spans.flatMap((span) => {
    const accepted = acceptedAround(span, orders, context);
    return accepted.some(isSuccess) ? [{ span, accepted }] : [];
  });
  if (around.length === 0)
    throw untested('NONE_ACCEPTED', 'no initiation was accepted around two reads of the balances');
  const guilty = around.flatMap(({ span, accepted }): readonly Found[] => {
    const rounding = roundingOf(span);
    const currency = shownIn(span).find(
      (code) => riseOf(span, code) < -rounding(heldIn(span.after, code)) && isKept(span, code, spans, orders),
    );
    if (currency === undefined) return [];
    const expected = 'no balance fell';
    const refused = orders.filter((order) => isInSpan(span, order) && isRefusal(order)).length;
    const observed = `${currency} fell after accepted orders (${namesOf(accepted)}${refused > 0 ? `, beside ${countText(refused, 'refused order')}` : ''})`;
    return [finding({ reply: span.after, against: span.before, ...difference, expected, observed })];
  });
  if (guilty.length > 0 && isSettling(given, orders)) throw untested('MOVES_BY_ITSELF', settling);
  return { judged: around.map(({ span }) => span.after), findings: guilty.slice(0, 1) };
};
