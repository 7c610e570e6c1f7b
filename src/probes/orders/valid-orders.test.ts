import { expect, test } from 'vitest';
import { createRoles, type Setting } from '#evidence';
import { lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';
import { ofCents } from './amounts.ts';
import { asUnverified } from './valid-orders.ts';

const ids = { unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] };
const order = {
  depositAccountNumber: '1',
  depositCurrency: 'USD',
  onrampCurrency: 'NGN',
  offrampAsset: 'USDC',
  localCurrency: 'NGN',
  amount: 100,
  amounts: { NGN: 5000, WIRE: 600, LIGHTNING: 7 },
};
const setting = (roles: object = {}, more: object = {}) =>
  ({ roles: createRoles({ ...ids, ...roles }), order: { ...order, ...more } }) as unknown as Setting;

test('orders are of what is set for their rail, or for what their amount is in', () => {
  const offramp = (rail?: string) => offrampOrder(setting(), { recipient: 'r', currency: 'NGN', rail });
  expect(onrampOrder(setting()).from.amount).toBe(5000);
  expect(ofCents(onrampOrder)(setting())).toMatchObject({ from: { amount: 4999.75 } });
  expect([offramp().from.amount, offramp('WIRE').from.amount]).toEqual([100, 600]);
  expect(lightningOfframpOrder(setting(), 'r').amount).toBe(7);
});

const known = { usdRecipient: 'dollars', lightningRecipient: 'dollars', localRecipient: 'local' };

test('the plain recipient and the account give way to those of the unverified subaccount', () => {
  const own = setting({ ...known, unverifiedRecipient: 'own' }, { unverifiedAccountNumber: '42' });
  expect(asUnverified(own, { to: { recipient_id: 'dollars', currency: 'USD' } })).toEqual({
    to: { recipient_id: 'own', currency: 'USD' },
  });
  expect(asUnverified(own, { recipient_id: 'dollars', amount: 1 })).toEqual({
    recipient_id: 'own',
    amount: 1,
  });
  expect(asUnverified(own, { accountNumber: '1', amount: 1 })).toEqual({ accountNumber: '42', amount: 1 });
});

test('recipients of another kind stay, and all do where none is set', () => {
  const local = { to: { recipient_id: 'local' } };
  expect(asUnverified(setting({ ...known, unverifiedRecipient: 'own' }), local)).toEqual(local);
  for (const body of [local, { accountNumber: '1' }, { recipient_id: 'dollars' }])
    expect(asUnverified(setting(known), body)).toEqual(body);
});
