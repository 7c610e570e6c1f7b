import { amountFor, depositCurrencies } from '#contract';
import type { Setting } from '#evidence';
import type { DepositOrder } from '#schemas';
import { type Cases, ordersWith, wordsIn } from './cases.ts';
import type { Sent } from './faulty-body.ts';
import { unlistedCode } from './unlisted-code.ts';

export const depositOrder = (
  { order }: Pick<Setting, 'order'>,
  currency = order.depositCurrency,
): Sent<DepositOrder> => ({
  currency,
  amount: amountFor(order, currency),
  accountNumber: order.depositAccountNumber,
});

/** First what is likeliest to be taken by mistake: neighbours of the listed ones by region, and great currencies. */
const currencies = wordsIn('AED KES JPY GBP XOF CLP PEN UGX ZAR CHF INR CAD CNY');
const tokens = wordsIn('EURC BTC BTC_LIGHTNING ETH DAI');
const lookAlikes = ['USDX', 'US', 'NGNN', 'BRLL', 'US$', 'USD,EUR', 'U.S.D', 'EURO', 'XXX', 'DOLLAR'];

/** Texts outside the twelve currencies of a deposit, first those that the service shows elsewhere. */
export const unlistedCurrency = (shown: readonly string[] = []): Cases<string> =>
  unlistedCode({ listed: depositCurrencies, real: [[...new Set([...shown, ...currencies])], tokens], lookAlikes });

export const depositOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<DepositOrder>> =>
  ordersWith('currency', unlistedCurrency(setting.order.taxonomyCurrencies), (currency) =>
    depositOrder(setting, currency),
  );
