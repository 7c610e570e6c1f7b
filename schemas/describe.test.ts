import { expect, test } from 'vitest';
import { isCode, isPlainTerm } from './describe.ts';

test.each(['updated_at', 'canLend', 'ON_HOLD', 'vendorStatus', 'address2', 'pending-review'])(
  '%s is made of words of interfaces',
  (term) => {
    expect(isPlainTerm(term)).toBe(true);
  },
);

test.each([
  'Joost',
  'joost_kanarie',
  'MARIA_SILVA_SANTOS',
  'USD_MARIA',
  'BTC_LIGHTNING2',
  'maria_silva',
  'GB82WEST12345698765432',
  'sk_live_4eC39HqLyjWDarjt',
  '5511987650123',
  'a b',
  '',
])('%j may be data', (term) => {
  expect([isPlainTerm(term), isCode(term)]).toEqual([false, false]);
});

test('a long text that just fails to be a term is not tried in every way', () => {
  // To try each part of it as a word would take years.
  expect(isPlainTerm(`${'a'.repeat(47)}.`)).toBe(false);
});

test.each(['USD', 'usd', 'Usd', 'USDC', 'usdc', 'BTC_LIGHTNING', 'SAME_DAY_ACH', 'ERC20'])('%s is a code', (code) => {
  expect(isCode(code)).toBe(true);
});
