import { expect, test } from 'vitest';
import { replyOf, settingOf } from '../../checks/reply.test.support.ts';
import { mayBeDeposits } from './balances.ts';

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
