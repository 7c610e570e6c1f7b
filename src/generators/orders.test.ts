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

test.each([
  ['a real currency', (text: string) => /^(?:JPY|GBP|CHF|INR|CAD|AUD|CNY|ZAR|KES|AED|CLP|PEN|XAF|TRY)$/.test(text)],
  ['a token', (text: string) => /^(?:BTC|ETH|DAI|EURC|SOL|BTC_LIGHTNING)$/.test(text)],
  ['another script', (text: string) => /^[\w\P{ASCII}]*\P{ASCII}[\w\P{ASCII}]*$/u.test(text)],
  ['the empty text', (text: string) => text === ''],
  ['a long text', (text: string) => text.length >= 300],
])('a gate run tries %s', (_family, isSuch) => {
  expect(meets(unlistedCurrency(), isSuch)).toBeGreaterThan(95);
});

test.each(['JPY', '', 'USDX', 'US', 'U\u0405D', '\uff35\uff33\uff24', 'US D', '__proto__'])(
  '%j is unlisted',
  (currency) => {
    expect(isUnlistedCurrency(sent(currency))).toBe(true);
    expect(isRecasedCurrency(sent(currency))).toBe(false);
  },
);

test.each(['usd', ' USD', 'USD\u00a0', 'Usdt', '\u200bUSD', 'u\u017fd'])(
  '%j is a listed one in another guise',
  (currency) => {
    expect(isUnlistedCurrency(sent(currency))).toBe(false);
    expect(isRecasedCurrency(sent(currency))).toBe(true);
  },
);

test.each([sent('USD'), sent(5), sent(null), '{}', '{"currency":', undefined])('%j proves nothing', (body) => {
  expect(isUnlistedCurrency(body)).toBe(false);
  expect(isRecasedCurrency(body)).toBe(false);
});

const sentAsset = (asset: unknown) => JSON.stringify({ to: { asset } });

keepsTheLaws('unlistedAsset', unlistedAsset, (asset) => isUnlistedAsset(sentAsset(asset)));

test.each([
  ['the empty text', (text: string) => text === ''],
  ['another script', (text: string) => /^[\w\P{ASCII}]*\P{ASCII}[\w\P{ASCII}]*$/u.test(text)],
  ['a token', (text: string) => /^(?:EURC|BTC|ETH|DAI|SOL|PYUSD|BUSD|TUSD|XRP|CELO|MATIC|WBTC)$/.test(text)],
])('a gate run tries %s as an asset', (_family, isSuch) => {
  expect(meets(unlistedAsset(), isSuch)).toBeGreaterThan(95);
});

test.each(['EURC', 'BTC', 'USDTT', 'BTC-LIGHTNING', ''])('the asset %j is unlisted', (asset) => {
  expect(isUnlistedAsset(sentAsset(asset))).toBe(true);
});

test.each(['usdt', ' USDC', 'btc_lightning'])('the asset %j is a listed one in another guise', (asset) => {
  expect(isUnlistedAsset(sentAsset(asset))).toBe(false);
  expect(isRecasedAsset(sentAsset(asset))).toBe(true);
});

test('a listed asset, or one in another place, proves nothing', () => {
  expect(isUnlistedAsset(sentAsset('BTC_LIGHTNING'))).toBe(false);
  expect(isUnlistedAsset(JSON.stringify({ asset: 'EURC' }))).toBe(false);
});

const sentRail = (rail: unknown) => JSON.stringify({ to: { payment_rail: rail } });

keepsTheLaws('nonsenseRail', nonsenseRail, (rail) => isNonsenseRail(sentRail(rail)));
keepsTheLaws('unlistedRail', unlistedRail, (rail) => isUnlistedRail(sentRail(rail)));

test.each(['CARRIER_PIGEON', 'XWIRE', 'W\u0406RE', '42'])('the rail %j is nonsense', (rail) => {
  expect(isNonsenseRail(sentRail(rail))).toBe(true);
});

test.each(['', '  ', 'wire', 'same-day ach', ' RTP ', 'SEPA', 'fed now', 'pix', null, 7])(
  'the rail %j is no nonsense',
  (rail) => {
    expect(isNonsenseRail(sentRail(rail))).toBe(false);
  },
);

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
