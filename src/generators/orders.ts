// Bodies of valid orders, and what else a member with listed values, or a rail, can be.

import fc from 'fast-check';
import { amountFor, depositCurrencies, lightningCode, onrampAssets, rails } from '#contract';
import type { Setting } from '#evidence';
import type { DepositOrder, LightningOfframpOrder, OfframpOrder, OnrampOrder } from '#schemas';
import { type Cases, codeDescriber, letters, mixed, ordersWith, withCases, wordsIn } from './cases.ts';
import { blankReference, type Sent, signed } from './faulty-body.ts';
import { twinned, twinnedCode, unlistedCode } from './unlisted-code.ts';

export const depositOrder = (
  { order }: Pick<Setting, 'order'>,
  currency = order.depositCurrency,
): Sent<DepositOrder> => ({
  currency,
  amount: amountFor(order, currency),
  accountNumber: order.depositAccountNumber,
});

/** Texts outside the twelve currencies of a deposit, first those that the service shows elsewhere, then those likeliest to be mistaken. */
export const unlistedCurrency = (shown: readonly string[] = []): Cases<string> =>
  unlistedCode({
    listed: depositCurrencies,
    real: [
      [...new Set([...shown, ...wordsIn('AED KES JPY GBP XOF CLP PEN UGX ZAR CHF INR CAD CNY')])],
      wordsIn('EURC BTC BTC_LIGHTNING ETH DAI'),
    ],
    lookAlikes: ['USDX', 'US', 'NGNN', 'BRLL', 'US$', 'USD,EUR', 'U.S.D', 'EURO', 'XXX', 'DOLLAR'],
  });

export const depositOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<DepositOrder>> =>
  ordersWith('currency', unlistedCurrency(setting.order.taxonomyCurrencies), (currency) =>
    depositOrder(setting, currency),
  );

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

/** Texts outside the three assets of an onramp. */
export const unlistedAsset = (): Cases<string> =>
  unlistedCode({
    listed: onrampAssets,
    real: [wordsIn('EURC BTC ETH DAI SOL PYUSD XRP MATIC'), ['USD', 'EUR', 'BRL', 'NGN']],
    lookAlikes: wordsIn('USDTT USD-T USDC.E BTCLIGHTNING BTC-LIGHTNING LIGHTNING USDT,USDC TETHER'),
  });

export const onrampOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<OnrampOrder>> =>
  ordersWith('to.asset', unlistedAsset(), (asset) => onrampOrder(setting, asset));

/** Rails and payment methods that exist in banking, or elsewhere in the document, but are not of its five. */
export const realRails = wordsIn(
  'SEPA FEDNOW CHAPS FPS PIX SPEI BACS INTERAC UPI SEPA_INSTANT FASTER_PAYMENTS CHIPS FEDWIRE ' + 'NEFT IMPS',
);

/** Other names that some service may know as a rail, so that none of them is nonsense. */
export const otherRealNames = wordsIn(
  'BANKTRANSFER BANK BANKWIRE BOOK BRE_B CARD CASH CBU CHECK CLABE COELSA CVU DEBIN DOC ' +
    'DOMESTIC_WIRE EFT INSTANT_ACH INTERNAL INTERNATIONAL_WIRE LOCAL MOMO MPESA NEXT_DAY_ACH ' +
    'NIBSS NIP PAYNOW PAYPAL PESONET PROMPTPAY PSE RTGS SCT SCT_INST STANDARD_ACH SWIFT_GPI ' +
    'TARGET2 TED TRANSFIYA UAEFTS VENMO WIRE_TRANSFER ZELLE',
);

// A gate tries the first of them.
const examples = ['XWIRE', 'constructor', 'CARRIER_PIGEON', twinned('WIRE', 0), 'WIRE,ACH', 'X'.repeat(500)];

const inventions = wordsIn(
  'TELEPATHY SMOKE_SIGNAL BOTTLE_POST PONY_EXPRESS XWIRE ACHX SWIFTY RTPP WIRE,ACH ' +
    'SAME_NIGHT_ACH constructor __proto__ .*',
);

/** Only letters and digits, in one case: a service may read `same-day ach` as one of the five. */
const bare = (rail: string): string =>
  rail
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const meaningful = new Set([...rails, ...realRails, ...otherRealNames].map(bare));

/**
 * Rails that are none anywhere. Never empty or blank, which may stand for no rail at all, and never a spelling of one
 * that exists.
 */
export const nonsenseRail = (): Cases<string> => {
  const drawn = mixed(
    examples,
    [4, fc.constantFrom(...inventions)],
    [2, twinnedCode(rails)],
    [1, letters('QXZJK_', 100, 600)],
    [2, fc.string({ minLength: 6, maxLength: 20 })],
  );
  return withCases(drawn.filter(isNonsense), {
    examples: examples.filter(isNonsense),
    describe: codeDescriber({ known: [...examples, ...inventions], listed: rails }),
  });
};

const isNonsense = (rail: string): boolean => rail.trim() !== '' && !meaningful.has(bare(rail));

export const realButUnlistedRail = (): Cases<string> =>
  withCases(fc.noBias(fc.constantFrom<string>(...realRails)), {
    examples: realRails,
    describe: codeDescriber({ known: realRails }),
  });

interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** A valid body of an offramp, version 2, with a new reference. */
export const offrampOrder = (
  { order }: Pick<Setting, 'order'>,
  { recipient, currency, rail }: Destination,
): Sent<OfframpOrder> =>
  signed({
    from: {
      chain: order.offrampChain,
      asset: order.offrampAsset,
      amount: amountFor(order, rail, order.offrampAsset),
      sender_address: order.offrampSenderAddress,
    },
    to: { recipient_id: recipient, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
    client_offramp_reference: blankReference,
  });

/** A valid body of an offramp, version 1, which carries no reference. */
export const lightningOfframpOrder = (
  { order }: Pick<Setting, 'order'>,
  recipientId: string,
): Sent<LightningOfframpOrder> => ({ recipient_id: recipientId, amount: amountFor(order, lightningCode) });
