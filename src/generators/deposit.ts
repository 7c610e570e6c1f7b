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

const currencies = wordsIn('JPY AED GBP KES CHF INR CAD CNY ZAR PEN');
const tokens = wordsIn('BTC ETH DAI EURC BTC_LIGHTNING');
const lookAlikes = ['USDX', 'US', 'NGNN', 'BRLL', 'US$', 'USD,EUR', 'U.S.D', 'EURO', 'XXX', 'DOLLAR'];

/** Texts outside the twelve currencies of a deposit. */
export const unlistedCurrency = (): Cases<string> =>
  unlistedCode({ listed: depositCurrencies, real: [currencies, tokens], lookAlikes });

export const depositOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<DepositOrder>> =>
  ordersWith('currency', unlistedCurrency(), (currency) => depositOrder(setting, currency));
