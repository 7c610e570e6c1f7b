import { type Conformance, pause, type Reply, sameBalances } from '#harness';
import { exampleOf } from './example.ts';
import { furtherBodies, type Order } from './variant.ts';

export const balances = async (t: Conformance): Promise<Reply> => {
  const reply = await t.api.readBalances({});
  return reply.status < 300 ? reply : t.cannot('balances.read was not answered with a record');
};

/** The balances once two reads agree: a change may come late, and one that goes by itself is nobody's fault. */
export const settledBalances = async (t: Conformance): Promise<Reply> => {
  const [first, second] = [await balances(t), await balances(t)];
  return sameBalances(first, second) ? second : await balances(t);
};

/** Reads the balances before and after; what differs is read once more before anything is blamed. */
export const leavesBalancesAlone = async (
  t: Conformance,
  act: () => Promise<unknown>,
  { waitMs = 0 } = {},
): Promise<void> => {
  t.demandQuiet();
  const before = await balances(t);
  await act();
  if (waitMs > 0) await pause(waitMs);
  const after = await settledBalances(t);
  const settled = sameBalances(before, after) ? after : await balances(t);
  t.expect(settled).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: sameBalances(before, settled) ? undefined : 'another amount',
  });
};

/** Orders of every kind, of which the balances must know nothing; where none is accepted, they show nothing. */
export const initiated = async (t: Conformance, operation: Order): Promise<void> => {
  const { subaccountId, body } = exampleOf(t, operation);
  const bodies = [body, ...furtherBodies(t, operation)];
  const replies = await Promise.all(
    bodies.map((order) => t.api.call(operation, { subaccountId, body: order })),
  );
  if (replies.every(({ status }) => status > 299)) t.cannot(`${operation} did not accept a valid order`);
};
