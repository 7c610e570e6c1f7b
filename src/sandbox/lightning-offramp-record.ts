import { offrampRate } from './exchange-rate.ts';
import { type Amount, add, divideUp, multiply, subtract, withPlaces } from './money.ts';
import type { Order } from './order.ts';
import type { Recipient } from './recipient.ts';

export const lightningShape = { recipient_id: 'identifier', amount: 'amount' } as const;

export type LightningOrder = Order<typeof lightningShape>;

interface Quote {
  readonly rate: Amount;
  readonly bitcoin: Amount;
  readonly lightningFee: Amount;
  readonly withdrawalFee: Amount;
  readonly total: Amount;
  readonly receivable: Amount;
}

interface Origin {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export interface LightningOfframp {
  readonly id: string;
  readonly lightningInvoice: string;
  readonly lightningInvoiceId: string;
  readonly targetAmount: number;
  readonly targetCurrency: string;
  readonly lightningAmount: number;
  readonly lightningCurrency: string;
  readonly exchangeRate: number;
  readonly lightningFee: number;
  readonly withdrawalFee: number;
  readonly targetAmountReceivable: number;
  readonly totalFees: number;
  readonly bankAccount: {
    readonly id: string;
    readonly bankName: string | null;
    readonly accountId: string;
    readonly currency: string;
  };
  readonly expiresAt: string | null;
  readonly status: string;
  readonly createdAt: string;
}

export interface LightningOfframpPolicies {
  readonly rate: (currency: string) => Amount;
  readonly quote: (order: LightningOrder, rate: Amount) => Quote;
  readonly expiresAt: (createdAt: string) => string | null;
  readonly record: (order: LightningOrder, quote: Quote, to: Recipient, origin: Origin) => LightningOfframp;
  readonly envelope: (record: LightningOfframp) => unknown;
}

/** The amount is what the bank account is meant to get before fees, and the fees are in its currency. */
function quote({ amount }: LightningOrder, rate: Amount): Quote {
  const lightningFee = withPlaces(multiply(amount, '0.005'), 2);
  const withdrawalFee = withPlaces(multiply(amount, '0.0025'), 2);
  const total = add(lightningFee, withdrawalFee);
  return {
    rate,
    bitcoin: divideUp(amount, rate, 8),
    lightningFee,
    withdrawalFee,
    total,
    receivable: subtract(amount, total),
  };
}

function record(order: LightningOrder, quoted: Quote, to: Recipient, origin: Origin): LightningOfframp {
  return {
    id: origin.id,
    lightningInvoice: `lnbc${withPlaces(multiply(quoted.bitcoin, '1000000000'), 0)}n1p${origin.invoiceId.replaceAll('-', '')}`,
    lightningInvoiceId: origin.invoiceId,
    targetAmount: Number(order.amount),
    targetCurrency: to.currency,
    lightningAmount: Number(quoted.bitcoin),
    lightningCurrency: 'BTC',
    exchangeRate: Number(quoted.rate),
    lightningFee: Number(quoted.lightningFee),
    withdrawalFee: Number(quoted.withdrawalFee),
    targetAmountReceivable: Number(quoted.receivable),
    totalFees: Number(quoted.total),
    bankAccount: { id: to.id, bankName: to.bankName, accountId: to.accountId, currency: to.currency },
    expiresAt: origin.expiresAt,
    status: origin.status,
    createdAt: origin.createdAt,
  };
}

export const lightningOfframp: LightningOfframpPolicies = {
  rate: (currency) => offrampRate('BTC', currency),
  quote,
  expiresAt: (createdAt) => new Date(Date.parse(createdAt) + 10 * 60_000).toISOString(),
  record,
  envelope: (data) => ({
    success: true,
    data,
    message: 'Lightning invoice generated. Paying it delivers the funds to the bank account.',
  }),
};
