import { expect, test } from 'vitest';
import { isOfKind } from './message.ts';

test.each([
  'Subaccount not found',
  'There is no subaccount with the id you gave',
  'SUBACCOUNT_NOT_FOUND',
  "We couldn't find the subaccount",
  'The subaccount does not exist',
  'Unknown subaccount',
  'The subaccount could not be located',
  'Subcuenta no encontrada',
  'Das Unterkonto wurde nicht gefunden',
  'サブアカウントが見つかりません',
])('an absent subaccount is one: %s', (message) => {
  expect(isOfKind(message, 'subaccount not found')).toBe(true);
});

test.each([
  'The subaccount is not approved',
  'Subaccount approved',
  'The subaccount is locked for now',
  'Withdrawal not found',
])('another idea, or another thing, is no absent subaccount: %s', (message) => {
  expect(isOfKind(message, 'subaccount not found')).toBe(false);
});
