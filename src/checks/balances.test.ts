import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { leavesBalancesAlone, moveByOrders, movesOwnBalance } from './balances.ts';

const read = (usd: number, key = 'full-key') => {
  const reply = replyOf({ operation: 'balances.read', body: { balances: { usd } } });
  return { ...reply, request: { ...reply.request, credential: { in: 'header', value: key } as const } };
};

const order = replyOf({ operation: 'onramp.initiate', status: 201 });

test('balances of another account, and those around an order, are not compared', () => {
  const judged = (...replies: readonly ReturnType<typeof replyOf>[]) =>
    moveByOrders(replies, settingOf()).findings.length;
  expect(judged(read(5), read(1, 'of another account'), read(5))).toBe(0);
  expect(judged(read(5), read(4), read(5))).toBe(1);
  expect(() => judged(read(5), order, read(4))).toThrow(Untested);
});

test('a deposit before two idle reads explains a rise by its amount, and no more', () => {
  const at = (reply: ReturnType<typeof replyOf>, ms: number) => ({ ...reply, sentMs: ms, receivedMs: ms + 1 });
  const deposit = replyOf({ operation: 'deposit.simulate', sent: { currency: 'USD', amount: 25 } });
  const judged = (usd: number) =>
    moveByOrders([at(deposit, 0), at(read(5), 10), at(read(usd), 20)], settingOf()).findings.length;
  expect([judged(30), judged(31)]).toEqual([0, 1]);
});

const holding = (balances: unknown) => replyOf({ operation: 'balances.read', body: { balances } });

const both = { usd: 5, brl: 2 };

test.each<[string, unknown, unknown, number | 'untested']>([
  ['moved', both, { usd: 4, brl: 2 }, 1],
  ['stayed', both, both, 0],
  ['vanished', both, { usd: 5 }, 1],
  ['can be read once alone', both, { usd: 5, brl: null }, 0],
  ['can be read nowhere', { usd: 'five' }, { usd: 'six' }, 'untested'],
  ['is not shown', {}, {}, 'untested'],
])('balances are compared by the amounts that can be read, where one %s', (_, before, after, found) => {
  const around = { before: holding(before), after: holding(after) };
  const deposit = replyOf({ sent: { currency: 'USD', amount: 25 } });
  const judges = [
    () => leavesBalancesAlone(around, settingOf()),
    () => movesOwnBalance({ ...around, deposit }, settingOf()),
  ];
  for (const judge of judges)
    if (found === 'untested') expect(judge).toThrow(Untested);
    else expect(judge().findings).toHaveLength(found);
});

test('what idle reads show moved is no amount that cannot be read', () => {
  const judged = (...held: readonly object[]) => {
    const credential = { in: 'header', value: 'full-key' } as const;
    const reads = held.map(holding).map((reply) => ({ ...reply, request: { ...reply.request, credential } }));
    return moveByOrders(reads, settingOf()).findings.length;
  };
  expect(judged(both, { usd: 5, brl: null }, both)).toBe(0);
  expect(judged(both, { usd: 4, brl: null })).toBe(1);
  expect(() => judged(both, { usd: null })).toThrow('never read twice');
});

test.each([
  [{ usd: 55, brl: 2 }, 'a rise of 2 times the deposits'],
  [{ usd: 36, brl: 2 }, 'a rise by more than the deposits'],
  [{ usd: 4, brl: 2 }, 'a fall'],
  [{ usd: 30, brl: 4 }, 'a rise of another balance'],
])('a finding about a deposit says how the balances moved: %j', (after, seen) => {
  const deposit = replyOf({ sent: { currency: 'USD', amount: 25 } });
  const { findings } = movesOwnBalance({ before: holding(both), after: holding(after), deposit }, settingOf());
  expect(findings.map(({ observed }) => observed)).toEqual([seen]);
});
