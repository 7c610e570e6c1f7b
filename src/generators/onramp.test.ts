import { expect, test } from 'vitest';
import { isRecasedAsset, isUnlistedAsset } from './classify.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';
import { unlistedAsset } from './onramp.ts';

const sent = (asset: unknown) => JSON.stringify({ to: { asset } });

keepsTheLaws('unlistedAsset', unlistedAsset, (asset) => isUnlistedAsset(sent(asset)));

test.each([
  ['the empty text', (text: string) => text === ''],
  ['another script', (text: string) => /^[\w\P{ASCII}]*\P{ASCII}[\w\P{ASCII}]*$/u.test(text)],
  ['a token', (text: string) => /^(?:EURC|BTC|ETH|DAI|SOL|PYUSD|BUSD|TUSD|XRP|CELO|MATIC|WBTC)$/.test(text)],
])('a gate run tries %s', (_family, isSuch) => {
  expect(meets(unlistedAsset(), isSuch)).toBeGreaterThan(95);
});

test.each(['EURC', 'BTC', 'USDTT', 'BTC-LIGHTNING', ''])('%j is unlisted', (asset) => {
  expect(isUnlistedAsset(sent(asset))).toBe(true);
});

test.each(['usdt', ' USDC', 'btc_lightning'])('%j is a listed one in another guise', (asset) => {
  expect(isUnlistedAsset(sent(asset))).toBe(false);
  expect(isRecasedAsset(sent(asset))).toBe(true);
});

test('a listed asset, or one in another place, proves nothing', () => {
  expect(isUnlistedAsset(sent('BTC_LIGHTNING'))).toBe(false);
  expect(isUnlistedAsset(JSON.stringify({ asset: 'EURC' }))).toBe(false);
});
