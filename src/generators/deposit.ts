import { amountFor, depositCurrencies, type OrderMaterial } from '#contract';
import type { DepositOrder } from '#schemas';
import type { Cases } from './cases.ts';
import { ordersWith } from './described.ts';
import type { Sent } from './reference.ts';
import { unlistedCode } from './unlisted-code.ts';

/** A valid body of a deposit, in whatever currency. */
export const depositOrder = (
  material: OrderMaterial,
  currency = material.depositCurrency,
): Sent<DepositOrder> => ({
  currency,
  amount: amountFor(material, currency),
  accountNumber: material.depositAccountNumber,
});

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
export const unlistedCurrency = (): Cases<string> =>
  unlistedCode({ listed: depositCurrencies, real: [currencies, tokens], lookAlikes });

/** Deposits that are valid but for their currency. */
export const depositOrders = (material: OrderMaterial): Cases<Sent<DepositOrder>> =>
  ordersWith('currency', unlistedCurrency(), (currency) => depositOrder(material, currency));
