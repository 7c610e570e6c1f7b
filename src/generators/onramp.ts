import { amountFor, type OrderMaterial, onrampAssets } from '#contract';
import type { OnrampOrder } from '#schemas';
import type { Cases } from './cases.ts';
import { ordersWith } from './described.ts';
import { blankReference, type Sent, signed } from './reference.ts';
import { unlistedCode } from './unlisted-code.ts';

/** A valid body of an onramp, of whatever asset, with a reference of its own. */
export const onrampOrder = (
  material: OrderMaterial,
  asset = 'USDC',
  chain = material.onrampChain,
): Sent<OnrampOrder> =>
  signed({
    from: { amount: amountFor(material, material.onrampCurrency), currency: material.onrampCurrency },
    to: { asset, chain, destination_address: material.onrampAddress },
    client_onramp_reference: blankReference,
  });

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
export const unlistedAsset = (): Cases<string> =>
  unlistedCode({ listed: onrampAssets, real: [tokens, currencies], lookAlikes });

/** Onramps that are valid but for their asset. */
export const onrampOrders = (material: OrderMaterial): Cases<Sent<OnrampOrder>> =>
  ordersWith('to.asset', unlistedAsset(), (asset) => onrampOrder(material, asset));
