import type fc from 'fast-check';
import { depositCurrencies } from '#contract';
import { unlistedCode } from './unlisted-code.ts';

const currencies = [
  'JPY',
  'GBP',
  'CHF',
  'INR',
  'CAD',
  'AUD',
  'CNY',
  'ZAR',
  'KES',
  'AED',
  'CLP',
  'PEN',
  'XAF',
  'TRY',
];
const tokens = ['BTC', 'ETH', 'DAI', 'EURC', 'SOL', 'BTC_LIGHTNING'];
const lookAlikes = ['USDX', 'US', 'NGNN', 'BRLL', 'US$', 'USD,EUR', 'U.S.D', 'EURO', 'XXX', 'DOLLAR'];

/** Texts outside the twelve currencies of a deposit. */
export const unlistedCurrency = (): fc.Arbitrary<string> =>
  unlistedCode({ listed: depositCurrencies, real: [currencies, tokens], lookAlikes });
