import { z } from 'zod';
import { amountNumber, flag, literal, text, timestamp, uuid } from './formats.ts';

export const lightningOfframpOrder = z.object({ recipient_id: uuid(), amount: amountNumber() });

/** The invoice to be paid; version 1 gives its amounts as numbers. */
const invoice = z.looseObject({
  id: uuid(),
  lightningInvoice: text(),
  lightningInvoiceId: uuid(),
  targetAmount: amountNumber(),
  targetCurrency: text(),
  lightningAmount: amountNumber(),
  lightningCurrency: text(),
  exchangeRate: amountNumber(),
  lightningFee: amountNumber(),
  withdrawalFee: amountNumber(),
  targetAmountReceivable: amountNumber(),
  totalFees: amountNumber(),
  bankAccount: z.looseObject({
    id: uuid(),
    bankName: text().nullable(),
    accountId: text(),
    currency: text(),
  }),
  expiresAt: timestamp().nullable(),
  status: literal('pending'),
  createdAt: timestamp(),
});

export const lightningOfframp = z.looseObject({ success: flag(), data: invoice, message: text() });

export type LightningOfframpOrder = z.infer<typeof lightningOfframpOrder>;
