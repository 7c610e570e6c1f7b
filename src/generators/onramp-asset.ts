import type fc from 'fast-check';
import { onrampAssets } from '#contract';
import { unlistedCode } from './unlisted-code.ts';

const tokens = ['EURC', 'BTC', 'ETH', 'DAI', 'SOL', 'PYUSD', 'BUSD', 'TUSD', 'XRP', 'CELO', 'MATIC', 'WBTC'];
const currencies = ['USD', 'EUR', 'BRL', 'NGN'];
const lookAlikes = [
  'USDTT',
  'USD-T',
  'USDC.E',
  'BTCLIGHTNING',
  'BTC-LIGHTNING',
  'LIGHTNING',
  'USDT,USDC',
  'TETHER',
];

/** Texts outside the three assets of an onramp. */
export const unlistedAsset = (): fc.Arbitrary<string> =>
  unlistedCode({ listed: onrampAssets, real: [tokens, currencies], lookAlikes });
