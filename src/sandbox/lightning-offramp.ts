import { type Amount, add, divideUp, multiply, offrampRate, subtract, withPlaces } from './money.ts';
import type { Order, Recipient } from './order.ts';

export const lightningShape = { recipient_id: 'identifier', amount: 'amount' } as const;

type LightningOrder = Order<typeof lightningShape>;

type Quote = ReturnType<typeof quote>;

export type LightningOfframp = ReturnType<typeof record>;

interface Origin {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** `amount` is the sum for the bank account before fees. The fees are in its currency. */
function quote({ amount }: LightningOrder, rate: Amount) {
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

function record(order: LightningOrder, quoted: Quote, to: Recipient, origin: Origin) {
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

export const lightningOfframp = {
  rate: (currency: string): Amount => offrampRate('BTC', currency),
  quote,
  expiresAt: (createdAt: string): string | null => new Date(Date.parse(createdAt) + 10 * 60_000).toISOString(),
  record,
  envelope: (data: LightningOfframp): unknown => ({
    success: true,
    data,
    message: 'Lightning invoice generated. Paying it delivers the funds to the bank account.',
  }),
};
