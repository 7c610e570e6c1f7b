import { expect, test } from 'vitest';
import { cut, lessByCents, ownAmount, withAmount } from './amounts.ts';

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
  expect([100.005, 12345.678, 0.57, 99.99, 0.000_000_016].map(cut)).toEqual([
    100, 12345.67, 0.57, 99.99, 1e-8,
  ]);
});
