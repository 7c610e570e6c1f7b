import { expect, test } from 'vitest';
import { attribute } from '#attribution';
import { type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { countsEachDeposit, creditsInFull, fallsByNoInitiation, staysWhenRefused } from './balance-spans.ts';

const key = { in: 'header', value: 'full-key' } as const;

const inTurn = (replies: readonly Reply[], stepMs = 100): readonly Reply[] =>
  replies.map((reply, at) => ({
    ...reply,
    sentMs: at * stepMs,
    receivedMs: at * stepMs + 10,
    request: { ...reply.request, credential: key },
  }));

const held = (balances: object) => replyOf({ operation: 'balances.read', body: { id: 'a', balances } });

const input = { subaccountId: 'individual' };

const deposit = (currency: string, amount: number, status = 204) =>
  replyOf({ operation: 'deposit.simulate', status, input, sent: { currency, amount } });

const offramp = (status = 201) =>
  replyOf({ operation: 'offramp.initiate', status, input, body: { id: 'o-1' }, sent: { from: { amount: 5 } } });

const contextOf = (replies: readonly Reply[], more: object = {}) => {
  const setting = { ...settingOf(), ...more };
  return { ...setting, attribution: attribute({ setting, replies, isValidRequest: () => false })() };
};

const found = (judge: typeof countsEachDeposit, replies: readonly Reply[], more?: object) => {
  const all = inTurn(replies);
  return judge(all, contextOf(all, more)).findings.map(({ observed }) => observed);
};

test('a balance rises by no more than all deposits since the start that are not credited yet', () => {
  const counted = (...replies: readonly Reply[]) => found(countsEachDeposit, replies);
  expect(counted(held({ usd: 0 }), deposit('USD', 10), held({ usd: 10 }))).toEqual([]);
  expect(counted(held({ usd: 0 }), deposit('USD', 10), held({ usd: 20 }))).toEqual([
    'usd rose by more between two reads, with 1 deposit',
  ]);
  // The first is credited late, with the second.
  expect(counted(held({ usd: 0 }), deposit('USD', 10), held({ usd: 0 }), deposit('USD', 7), held({ usd: 17 }))).toEqual(
    [],
  );
  // What is credited already counts no more.
  expect(
    counted(held({ usd: 0 }), deposit('USD', 10), held({ usd: 10 }), deposit('USD', 7), held({ usd: 24 })),
  ).toHaveLength(1);
});

test('a deposit that another balance may show opens the bound, save for the very amount once more', () => {
  const before = [held({ usd: 0 }), deposit('ZMW', 100), deposit('USDC', 100), held({ usd: 0 })];
  expect(found(countsEachDeposit, [...before, deposit('USD', 9.93), held({ usd: 19.86 })])).toHaveLength(1);
  expect(found(countsEachDeposit, [...before, deposit('USD', 9.93), held({ usd: 109.93 })])).toEqual([]);
  expect(found(countsEachDeposit, [...before, deposit('USD', 9.93), held({ usd: 14 })])).toEqual([]);
});

test('deposits of earlier runs, balances that rise by themselves and lost deposits blame nobody', () => {
  const twice = [held({ usd: 0 }), deposit('USD', 10), held({ usd: 20 })];
  expect(found(countsEachDeposit, twice, { earlierDeposits: { usd: [10] } })).toEqual([]);
  const [lost] = inTurn([deposit('USD', 10)]);
  expect(found(countsEachDeposit, twice, { lostOrders: [lost] })).toEqual([]);
  // What no lost deposit explains is one that counts twice.
  const thrice = [held({ usd: 0 }), deposit('USD', 10), held({ usd: 30 })];
  expect(found(countsEachDeposit, thrice, { lostOrders: [lost] })).toHaveLength(1);
  expect(() => found(countsEachDeposit, twice, { quiet: false })).toThrow(Untested);
  const idle = [held({ usd: -7 }), held({ usd: -3 }), ...twice];
  expect(() => found(countsEachDeposit, idle)).toThrow('changed although the run did nothing');
  // What the next read shows no more was nobody's doing.
  expect(found(countsEachDeposit, [...twice, held({ usd: 10 })])).toEqual([]);
  expect(() => found(countsEachDeposit, [held({ usd: 0 }), held({ usd: 0 })])).toThrow(Untested);
});

test('a loss shows where most deposits are credited in full', () => {
  const full = [held({ usd: 0 }), deposit('USD', 10), held({ usd: 10 }), deposit('USD', 10), held({ usd: 20 })];
  expect(found(creditsInFull, full)).toEqual([]);
  expect(found(creditsInFull, [...full, deposit('USD', 10), held({ usd: 25 })])).toEqual(['less']);
  expect(() => found(creditsInFull, [held({ usd: 0 }), deposit('USD', 10), held({ usd: 9 })])).toThrow(Untested);
  expect(() => found(creditsInFull, [held({ usd: 0 }), deposit('USD', 10), held({ usd: 20 })])).toThrow(
    'deposits raise the balance by more than their amount',
  );
});

test('a fall is the doing of accepted orders, and of refused ones only where it comes again', () => {
  const fallen = [held({ usd: 9 }), offramp(), held({ usd: 9 }), offramp(404), held({ usd: 4 })];
  expect(found(fallsByNoInitiation, fallen)).toEqual([
    'usd fell after accepted orders (1 offramp.initiate, beside 1 refused order)',
  ]);
  expect(found(fallsByNoInitiation, [held({ usd: 9 }), offramp(), held({ usd: 9 })])).toEqual([]);
  expect(() => found(fallsByNoInitiation, [held({ usd: 9 }), offramp(404), held({ usd: 4 })])).toThrow(Untested);
  const settled = replyOf({ operation: 'offramp.read', body: { id: 'o-1', status: 'completed' } });
  expect(() => found(fallsByNoInitiation, [...fallen, settled])).toThrow('settled already');

  const all = inTurn(fallen);
  const around = { before: all[2] as Reply, after: all[4] as Reply };
  const blamed = (seen: object) => staysWhenRefused([{ ...around, ...seen }], contextOf(all)).findings.length;
  expect(() => blamed({})).toThrow('accepted orders');
  expect(blamed({ movedAgain: true })).toBe(1);
});
