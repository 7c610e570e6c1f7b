import { expect, test } from 'vitest';
import { valueAt } from '#evidence';
import { settingOf } from '../../attribution/reply.test.support.ts';
import { cut, lessByCents, ownAmount, withAmount } from './amounts.ts';
import { Remedies } from './remedies.ts';

const setting = { ...settingOf(), order: { ...settingOf().order, amount: 25 } };
const subaccountId = setting.roles.individual;

const deposit = (amount: number, currency = 'USD') => ({ currency, amount, accountNumber: '1' });

const amountAfter = (
  helped: readonly (readonly [amount: number, sent: object])[],
  sent: object = deposit(20),
): number => {
  const remedies = new Remedies(setting);
  for (const [amount, body] of helped) remedies.note('deposit.simulate', { subaccountId, body }, amount);
  const { body } = remedies.fit('deposit.simulate', { subaccountId, body: sent });
  return Number(valueAt(body, 'amount'));
};

test('an amount that helped is used for orders of its currency, and of those of which nothing is known', () => {
  const [dollars, naira] = [[22, deposit(20)] as const, [2, deposit(20, 'NGN')] as const];
  expect(amountAfter([dollars, naira], deposit(20, 'NGN'))).toBe(2);
  expect(amountAfter([dollars, naira])).toBe(22);
  expect(amountAfter([dollars], deposit(20, 'JPY'))).toBe(22);
  expect(amountAfter([])).toBe(20);
});

test('no amount that was chosen for what it is is changed, and none is of more than the user allows', () => {
  for (const amount of [0, -20, 1e-7, 26, 1e21]) expect(amountAfter([[22, deposit(20)]], deposit(amount))).toBe(amount);
  expect(amountAfter([[22, deposit(20)]], { currency: 'USD', amount: '20' })).toBe(20);
  expect(amountAfter([[50, deposit(20)]])).toBe(25);
});

test('the amount is changed where it stands, and nothing else', () => {
  expect(withAmount({ from: { amount: 1, chain: 'ETH' }, to: {} }, 2)).toEqual({
    from: { amount: 2, chain: 'ETH' },
    to: {},
  });
  expect(withAmount({ currency: 'BRL', amount: 1 }, 2)).toEqual({ currency: 'BRL', amount: 2 });
});

test.each([999_999_999, 100, 10, 0.1, 0.05, 0.001, 0.0001])(
  'orders of up to %d are of amounts of their own',
  (amount) => {
    const all = [0, 1, 2, 3].flatMap((at) => [ownAmount(amount, at), lessByCents(amount * 0.75, at + 2)]);
    expect(new Set(all).size).toBe(all.length);
    for (const each of all) expect(each > 0 && each <= amount).toBe(true);
  },
);

test('a bitcoin has no smaller part than the least amount', () => {
  expect([cut(1e-8 * 0.85), ownAmount(1e-8, 3), lessByCents(1e-8, 2)]).toEqual([1e-8, 1e-8, 1e-8]);
});

test('an amount is cut, and never more than it was', () => {
  expect([100.005, 12345.678, 0.57, 99.99, 0.000_000_016].map(cut)).toEqual([100, 12345.67, 0.57, 99.99, 1e-8]);
});
