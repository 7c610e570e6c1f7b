import { expect, test } from 'vitest';
import { replyOf, settingOf } from '../../attribution/reply.test.support.ts';
import { mayBeDeposits } from './balances.ts';
import { type DepositBalances, hasShownBalance, movesBalance } from './deposits.ts';

const holding = (balances: object) => replyOf({ operation: 'balances.read', body: { balances } });

test('a rise by what is set for its currency may be a deposit that was booked late', () => {
  const { order, ...setting } = settingOf();
  const deposits = { ...setting, order: { ...order, amount: 1000, amounts: { USDC: 5, NGN: 50_000 } } };
  const isDeposit = (code: string, rise: number) =>
    mayBeDeposits(deposits, holding({ [code]: 1 }), holding({ [code]: 1 + rise }));
  expect([isDeposit('usdc', 5), isDeposit('usdc', 4)]).toEqual([true, false]);
  expect([isDeposit('ngn', 50_000), isDeposit('ngn', 1000)]).toEqual([true, false]);
  expect([isDeposit('brl', 1000), isDeposit('kes', 1000)]).toEqual([true, false]);
});

const around = (before: object, after: object, currency = 'USD'): DepositBalances => ({
  before: holding(before),
  after: holding(after),
  deposit: replyOf({ operation: 'deposit.simulate', sent: { currency, amount: 25 } }),
});

test.each([
  ['nothing is booked', { usd: 1, brl: 2 }, { usd: 1, brl: 2 }, true],
  ['all is booked', { usd: 0.1 }, { usd: 25.1 }, true],
  ['a fee is kept', { usd: 1 }, { usd: 25.75 }, true],
  ['the last place is rounded up', { usd: 0 }, { usd: 25.000001 }, true],
  ['it is booked twice', { usd: 1 }, { usd: 51 }, false],
  ['its balance falls', { usd: 30 }, { usd: 5 }, false],
  ['another balance rises', { usd: 1, brl: 2 }, { usd: 26, brl: 2.01 }, false],
  ['another balance is gone', { usd: 1, brl: 2 }, { usd: 26 }, false],
  ['its balance is too large for cents', { usd: 9_007_199_254_740_991 }, { usd: 9_007_199_254_741_016 }, true],
])('a deposit explains what moved: %s', (_what, before, after, isExplained) => {
  expect(movesBalance(around(before, after))).toBe(isExplained);
});

test('only a fiat currency that the balances show is judged', () => {
  expect(hasShownBalance(around({ usd: 1 }, {}))).toBe(true);
  expect(hasShownBalance(around({ brl: 1 }, {}))).toBe(false);
  expect(hasShownBalance(around({ usdc: 1 }, {}, 'USDC'))).toBe(false);
});
