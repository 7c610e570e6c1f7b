import { expect, test } from 'vitest';
import { replyOf } from '../../checks/reply.test.support.ts';
import { amountToTry, withAmount } from './amounts.ts';

const refused = (message: unknown, status = 422) =>
  replyOf({ status, body: { message }, sent: { from: { amount: 99 } } });

test.each([
  ['the greatest bound', 'between 20 and 50', 50],
  ['a minimum that is allowed', 'at least 100', 100],
  ['nothing above what the user allows', 'at least 5000', undefined],
  ['nothing where no amount is named', 'Insufficient funds', undefined],
  ['nothing of the amount that was sent', 'the amount of 99 is too much', undefined],
])('a refused order is tried again with %s', (_what, message, amount) => {
  expect(amountToTry(refused(message), 100)).toBe(amount);
});

test('a reply that refuses no order is not tried again', () => {
  for (const status of [201, 302, 401, 403, 429, 500])
    expect(amountToTry(refused('between 20 and 50', status), 100)).toBeUndefined();
});

test('the amount is changed where it stands, and nothing else', () => {
  expect(withAmount({ from: { amount: 1, chain: 'ETH' }, to: {} }, 2)).toEqual({
    from: { amount: 2, chain: 'ETH' },
    to: {},
  });
  expect(withAmount({ currency: 'BRL', amount: 1 }, 2)).toEqual({ currency: 'BRL', amount: 2 });
});
