import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as schema from '#schemas';
import { settingOf } from '../attribution/reply.test.support.ts';
import {
  isNonsenseRail,
  isRecasedAsset,
  isRecasedCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
  isUnlistedRail,
} from './classify.ts';
import { nonsenseRail, unlistedAsset, unlistedCode, unlistedCurrency, unlistedRail } from './codes.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';
import {
  depositOrder,
  depositOrders,
  lightningOfframpOrder,
  offrampOrder,
  onrampOrder,
  onrampOrders,
} from './orders.ts';

const setting = settingOf();
const recipientId = randomUUID();
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const dollars = { recipient: recipientId, currency: 'USD' };

test.each([
  ['depositOrder', schema.depositOrder, depositOrder(setting)],
  ['onrampOrder', schema.onrampOrder, onrampOrder(setting)],
  ['offrampOrder', schema.offrampOrder, offrampOrder(setting, dollars)],
  ['offrampOrder with a rail', schema.offrampOrder, offrampOrder(setting, { ...dollars, rail: 'WIRE' })],
  ['lightningOfframpOrder', schema.lightningOfframpOrder, lightningOfframpOrder(setting, recipientId)],
])('%s is as the document asks for it, and plain JSON', (_name, of, order) => {
  expect(schema.inspect(of, order)).toEqual([]);
  expect(JSON.parse(JSON.stringify(order))).toEqual(order);
});

keepsTheLaws(
  'onrampOrders of unlisted assets',
  () => onrampOrders(setting),
  (body) => isUnlistedAsset(JSON.stringify(body)),
);
keepsTheLaws(
  'depositOrders of unlisted currencies',
  () => depositOrders(setting),
  (body) => isUnlistedCurrency(JSON.stringify(body)),
);

test('an onramp of bitcoin goes to its own network and address, and any other to the usual ones', () => {
  const { order } = setting;
  const [bitcoin, tether] = [onrampOrder(setting, 'BTC_LIGHTNING').to, onrampOrder(setting, 'USDT').to];
  expect(bitcoin).toMatchObject({ chain: order.lightningChain, destination_address: order.lightningAddress });
  expect(tether).toMatchObject({ chain: order.onrampChain, destination_address: order.onrampAddress });
  expect([order.lightningChain, order.lightningAddress]).not.toEqual([order.onrampChain, order.onrampAddress]);
});

test('members that are given take the place of the valid ones', () => {
  expect(depositOrder(setting, 'EUR')).toEqual({
    currency: 'EUR',
    amount: 12.5,
    accountNumber: '0123456789',
  });
  expect(onrampOrder(setting, 'ETH', 'BASE')).toEqual({
    from: { amount: 12.5, currency: 'BRL' },
    to: { asset: 'ETH', chain: 'BASE', destination_address: '0xabc' },
    client_onramp_reference: expect.stringMatching(uuid),
  });
});

test('the offramp carries a rail only where one is given, and the members of the document', () => {
  const bare = offrampOrder(setting, dollars);
  const railed = offrampOrder(setting, { ...dollars, rail: 'WIRE' });
  expect(bare.to).toEqual({ recipient_id: recipientId, currency: 'USD' });
  expect(railed).toEqual({
    from: { chain: 'POLYGON_AMOY', asset: 'USDC', amount: 12.5, sender_address: '0xdef' },
    to: { recipient_id: recipientId, currency: 'USD', payment_rail: 'WIRE' },
    client_offramp_reference: expect.stringMatching(uuid),
  });
});

test('each order has a new reference, in the same seed and down the shrinks', () => {
  const references: unknown[] = [];
  const property = fc.property(onrampOrders(setting), (body) => {
    references.push(body.client_onramp_reference);
    return false;
  });
  for (const seed of [3, 3, 4]) fc.check(property, { seed });
  expect(references.length).toBeGreaterThan(3);
  expect(new Set(references).size).toBe(references.length);
});

test('orders that differ in their reference alone are one case', () => {
  const [one, other] = [onrampOrder(setting), onrampOrder(setting)];
  expect(one.client_onramp_reference).not.toBe(other.client_onramp_reference);
  expect(fc.stringify(one)).toBe(fc.stringify(other));
});

const sent = (currency: unknown) => JSON.stringify({ currency });

keepsTheLaws('unlistedCurrency', unlistedCurrency, (currency) => isUnlistedCurrency(sent(currency)));

const anotherScript = /^[\w\P{ASCII}]*\P{ASCII}[\w\P{ASCII}]*$/u;

test.each([
  ['a real currency', unlistedCurrency, /^(?:JPY|GBP|CHF|INR|CAD|AUD|CNY|ZAR|KES|AED|CLP|PEN|XAF|TRY)$/],
  ['a token for a currency', unlistedCurrency, /^(?:BTC|ETH|DAI|EURC|SOL|BTC_LIGHTNING)$/],
  ['another script', unlistedCurrency, anotherScript],
  ['the empty text', unlistedCurrency, /^$/],
  ['a long text', unlistedCurrency, /^.{300}/su],
  ['a token', unlistedAsset, /^(?:EURC|BTC|ETH|DAI|SOL|PYUSD|BUSD|TUSD|XRP|CELO|MATIC|WBTC)$/],
  ['an asset in another script', unlistedAsset, anotherScript],
  ['an empty asset', unlistedAsset, /^$/],
])('a gate run tries %s', (_family, make, pattern) => {
  expect(meets(make(), (text) => pattern.test(text))).toBeGreaterThan(95);
});

test.each([
  [['JPY', '', 'USDX', 'US', 'U\u0405D', '\uff35\uff33\uff24', 'US D', '__proto__'], true, false],
  [['usd', ' USD', 'USD\u00a0', 'Usdt', '\u200bUSD', 'u\u017fd'], false, true],
  [['USD', 5, null], false, false],
])(
  'of the currencies %j each is unlisted: %s, a listed one in another guise: %s',
  (currencies, isUnlisted, isRecased) => {
    for (const body of currencies.map(sent)) {
      expect(isUnlistedCurrency(body), body).toBe(isUnlisted);
      expect(isRecasedCurrency(body), body).toBe(isRecased);
    }
  },
);

test.each(['{}', '{"currency":', undefined])('%j proves nothing', (body) => {
  expect([isUnlistedCurrency(body), isRecasedCurrency(body)]).toEqual([false, false]);
});

const sentAsset = (asset: unknown) => JSON.stringify({ to: { asset } });

keepsTheLaws('unlistedAsset', unlistedAsset, (asset) => isUnlistedAsset(sentAsset(asset)));

test.each([
  [['EURC', 'BTC', 'USDTT', 'BTC-LIGHTNING', ''], true, false],
  [['usdt', ' USDC', 'btc_lightning'], false, true],
  [['BTC_LIGHTNING'], false, false],
])('of the assets %j each is unlisted: %s, a listed one in another guise: %s', (assets, isUnlisted, isRecased) => {
  for (const body of assets.map(sentAsset)) {
    expect(isUnlistedAsset(body), body).toBe(isUnlisted);
    expect(isRecasedAsset(body), body).toBe(isRecased);
  }
});

test('an asset in another place proves nothing', () => {
  expect(isUnlistedAsset(JSON.stringify({ asset: 'EURC' }))).toBe(false);
});

const sentRail = (rail: unknown) => JSON.stringify({ to: { payment_rail: rail } });

keepsTheLaws('nonsenseRail', nonsenseRail, (rail) => isNonsenseRail(sentRail(rail)));
keepsTheLaws('unlistedRail', unlistedRail, (rail) => isUnlistedRail(sentRail(rail)));

test.each([
  ...['CARRIER_PIGEON', 'XWIRE', 'W\u0406RE', '42'].map((rail) => [rail, true] as const),
  ...['', '  ', 'wire', 'same-day ach', ' RTP ', 'SEPA', 'fed now', 'pix', null, 7].map(
    (rail) => [rail, false] as const,
  ),
])('the rail %j is nonsense: %s', (rail, isNonsense) => {
  expect(isNonsenseRail(sentRail(rail))).toBe(isNonsense);
});

const codes = {
  listed: ['KSA', 'KS'],
  real: [['ksa', ' KSA', 'XYZ']],
  lookAlikes: ['\u212a\u017fA', 'ks\n', 'Z'],
};

keepsTheLaws(
  'unlistedCode',
  () => unlistedCode(codes),
  (code) => !/^\s*ksa?\s*$/iu.test(code),
);
