import { describe, expect, test } from 'vitest';
import { valueAt } from '#evidence';
import { replyOf, settingOf } from '../../checks/reply.test.support.ts';
import { cut, fitted, KnownAmounts, lessByCents, ownAmount, withAmount } from './amounts.ts';

const setting = { ...settingOf(), order: { ...settingOf().order, amount: 25 } };
const subaccountId = setting.roles.individual;

const deposit = (amount: number, currency = 'USD') => ({ currency, amount, accountNumber: '1' });

const refused = (message: unknown, sent: object = deposit(20), owner = subaccountId) =>
  replyOf({
    operation: 'deposit.simulate',
    status: 422,
    body: typeof message === 'object' ? message : { message },
    input: { subaccountId: owner, body: sent },
    sent,
  });

/** The amount that a deposit is of after these refusals. */
const amountAfter = (refusals: readonly ReturnType<typeof refused>[], sent: object = deposit(20)): number => {
  const amounts = new KnownAmounts(setting);
  for (const reply of refusals) amounts.learn(reply);
  const { body } = amounts.fit('deposit.simulate', { subaccountId, body: sent });
  return Number(valueAt(body, 'amount'));
};

test.each([
  ['a minimum', 'The amount must be at least 22', 24.4],
  ['a minimum that is none of ours', 'The amount must be at least 500', 25],
  ['none, in a code', { error: { code: 'AMOUNT_BELOW_MINIMUM' } }, 25],
  ['none, in another language', 'El monto es demasiado bajo', 25],
  ['a minimum in Japanese', '金額は22以上でなければなりません', 24.4],
  ['the member by its name alone', { errors: { amount: ['must be greater than or equal to 25'] } }, 25],
  ['a maximum', 'Amount must not be greater than 10', 8],
  ['a step', 'amount must be divisible by 10', 20],
  ['whole numbers', 'amount must be an integer', 20],
  ['places', 'amount: at most 1 decimal place', 20],
  ['a daily limit', 'Daily limit of 22 exceeded', 20],
  ['funds', 'Insufficient funds', 20],
])('a refusal that names %s is heeded by those that follow', (_what, message, amount) => {
  expect(amountAfter([refused(message)])).toBeCloseTo(amount, 6);
});

test('an order that was refused for its amount is placed once more, where another may be taken', () => {
  const amounts = new KnownAmounts(setting);
  expect(amounts.learn(refused('amount must be at least 22'))?.body).toMatchObject({ currency: 'USD' });
  expect(amounts.learn(refused('amount must be at least 500', deposit(25)))).toBeUndefined();
  expect(amounts.learn(refused('Insufficient funds'))).toBeUndefined();
});

describe('what was learned', () => {
  test('belongs to a currency and subaccount, where those are known', () => {
    const dollars = refused('amount must be at least 22');
    const naira = refused('amount must be at least 24', deposit(20, 'NGN'));
    expect(amountAfter([dollars, naira], deposit(20, 'NGN'))).toBeCloseTo(24.8, 6);
    expect(amountAfter([dollars, naira])).toBeCloseTo(24.4, 6);
    expect(amountAfter([refused('amount must be at least 24', deposit(20), 'other'), dollars])).toBeCloseTo(24.4, 6);
  });

  test('holds for a currency of which nothing is known', () => {
    expect(amountAfter([refused('amount must be at least 22')], deposit(20, 'JPY'))).toBeCloseTo(24.4, 6);
  });

  test('changes no amount that was chosen for what it is', () => {
    for (const amount of [0, -20, 1e-7, 26, 1e21])
      expect(amountAfter([refused('amount must be at least 22')], deposit(amount))).toBe(amount);
    expect(amountAfter([refused('amount must be at least 22')], { currency: 'USD', amount: '20' })).toBe(20);
  });

  test('gives way to what contradicts it', () => {
    expect(amountAfter([refused('at least 24'), refused('amount: at most 10', deposit(24))])).toBeCloseTo(8, 6);
  });
});

test('amounts that differ stay different within bounds, and none is of more', () => {
  const all = [25, 24.99, 24.75, 21.25, 18.7].map((amount) => fitted(amount, { min: 22 }, 25));
  expect(new Set(all).size).toBe(all.length);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(22);
  expect(Math.max(...all)).toBe(25);
  expect(fitted(25, { step: 10 }, 25)).toBe(20);
  expect(fitted(12.34, { min: 10, step: 5 }, 25)).toBe(10);
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
