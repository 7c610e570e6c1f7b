import { type Conformance, type OperationId, type Reply, sameBalances } from '#harness';
import { exampleOf } from './example.ts';

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
export const leavesBalancesAlone = async (t: Conformance, act: () => Promise<Reply>): Promise<void> => {
  t.demandQuiet();
  const before = await balances(t);
  await act();
  const after = await settledBalances(t);
  const settled = sameBalances(before, after) ? after : await balances(t);
  t.expect(settled).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: sameBalances(before, settled) ? undefined : 'another amount',
  });
};

/** An order of which the balances must know nothing; a refused one shows nothing. */
export const initiated = async (t: Conformance, operation: OperationId): Promise<Reply> => {
  const reply = await t.api.call(operation, exampleOf(t, operation));
  return reply.status < 300 ? reply : t.cannot(`${operation} did not accept a valid order`);
};
