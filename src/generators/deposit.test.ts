import { expect, test } from 'vitest';
import { isRecasedCurrency, isUnlistedCurrency } from './classify.ts';
import { unlistedCurrency } from './deposit.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';

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
