import { type Conformance, depositCurrencies, isRecord, pause, type Reply, sameBalances } from '#harness';
import { exampleOf } from './example.ts';
import { amountInCents } from './order.ts';
import { furtherInputs, type Order } from './variant.ts';

export const balances = async (t: Conformance): Promise<Reply> => {
  const reply = await t.api.readBalances({});
  return reply.status < 300 ? reply : t.cannot('balances.read was not answered with a record');
};

/** The balances once two reads agree: a change may come late, and one that goes by itself is nobody's fault. */
export const settledBalances = async (t: Conformance): Promise<Reply> => {
  const [first, second] = [await balances(t), await balances(t)];
  return sameBalances(first, second) ? second : await balances(t);
};

/** How long nothing is booked once all is, and how often that is looked for. */
const [stillMs, mostLooks] = [1_000, 5];

/** The balances once they stand still for a while. */
export const standStill = async (t: Conformance): Promise<Reply> => {
  let last = await balances(t);
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await pause(stillMs);
    const next = await balances(t);
    if (sameBalances(last, next)) return next;
    last = next;
  }
  return last;
};

const balanceIn = ({ body }: Reply, currency: string): number => {
  const held = isRecord(body) ? body.balances : undefined;
  return Number((isRecord(held) ? held[currency] : undefined) ?? 0);
};

/**
 * Whether all that differs may be deposits of this run that are booked late: rises by the amount of one or more, in
 * currencies that are deposited.
 */
export const mayBeDeposits = (t: Conformance, before: Reply, after: Reply): boolean => {
  const codes = depositCurrencies.map((code) => code.toLowerCase());
  const risen = codes.filter((code) => balanceIn(after, code) - balanceIn(before, code) >= amountInCents(t));
  return !sameBalances(before, after) && sameBalances(before, after, new Set(risen));
};

/** The balances before and after; what differs is read once more. */
const around = async (t: Conformance, act: () => Promise<unknown>, waitMs: number) => {
  const before = await balances(t);
  await act();
  if (waitMs > 0) await pause(waitMs);
  const after = await settledBalances(t);
  return { before, after: sameBalances(before, after) ? after : await balances(t) };
};

/** Blames what moves the balances; what may be an earlier deposit must come again once all is booked. */
export const leavesBalancesAlone = async (
  t: Conformance,
  act: () => Promise<unknown>,
  { waitMs = 0 } = {},
): Promise<void> => {
  t.demandQuiet();
  let seen = await around(t, act, waitMs);
  if (mayBeDeposits(t, seen.before, seen.after)) {
    await standStill(t);
    seen = await around(t, act, waitMs);
  }
  t.expect(seen.after).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: sameBalances(seen.before, seen.after) ? undefined : 'another amount',
  });
};

/** Orders of every kind, of which the balances must know nothing; where none is accepted, they show nothing. */
export const initiated = async (t: Conformance, operation: Order): Promise<void> => {
  const orders = t.few([exampleOf(t, operation), ...furtherInputs(t, operation)]);
  const replies = await Promise.all(orders.map((order) => t.api.call(operation, order)));
  if (replies.every(({ status }) => status > 299)) t.cannot(`${operation} did not accept a valid order`);
};
