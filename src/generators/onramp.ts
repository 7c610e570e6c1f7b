import { amountFor, onrampAssets } from '#contract';
import type { Setting } from '#evidence';
import type { OnrampOrder } from '#schemas';
import { type Cases, ordersWith, wordsIn } from './cases.ts';
import { blankReference, type Sent, signed } from './faulty-body.ts';
import { unlistedCode } from './unlisted-code.ts';

/** A valid body of an onramp, of any asset, with a new reference. */
export const onrampOrder = (
  { order }: Pick<Setting, 'order'>,
  asset = 'USDC',
  chain = asset === 'BTC_LIGHTNING' ? order.lightningChain : order.onrampChain,
): Sent<OnrampOrder> =>
  signed({
    from: { amount: amountFor(order, order.onrampCurrency), currency: order.onrampCurrency },
    to: {
      asset,
      chain,
      destination_address: asset === 'BTC_LIGHTNING' ? order.lightningAddress : order.onrampAddress,
    },
    client_onramp_reference: blankReference,
  });

const tokens = wordsIn('EURC BTC ETH DAI SOL PYUSD XRP MATIC');
const currencies = ['USD', 'EUR', 'BRL', 'NGN'];
const lookAlikes = wordsIn('USDTT USD-T USDC.E BTCLIGHTNING BTC-LIGHTNING LIGHTNING USDT,USDC TETHER');

/** Texts outside the three assets of an onramp. */
export const unlistedAsset = (): Cases<string> =>
  unlistedCode({ listed: onrampAssets, real: [tokens, currencies], lookAlikes });

export const onrampOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<OnrampOrder>> =>
  ordersWith('to.asset', unlistedAsset(), (asset) => onrampOrder(setting, asset));
