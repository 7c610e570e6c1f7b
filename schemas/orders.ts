// Bodies of the orders, and their answers.

import { z } from 'zod';
import {
  amountNumber,
  anything,
  closedSet,
  decimal,
  flag,
  integer,
  literal,
  lowerCaseCode,
  openSet,
  text,
  timestamp,
  uuid,
} from './formats.ts';

/** The document's ways to pay; another one is drift. */
export const waysToPay = ['wire', 'ach', 'swift', 'banktransfer', 'pix', 'momo', 'uaefts'] as const;

/** The service accepts each, and refuses any other value with a list of all. */
export const depositCurrencies = [
  'NGN',
  'BRL',
  'USD',
  'EUR',
  'GHS',
  'ZMW',
  'TZS',
  'USDC',
  'USDT',
  'MXN',
  'COP',
  'ARS',
] as const;

/** The success of a simulated deposit has no body. */
export const depositOrder = z.object({
  currency: closedSet(depositCurrencies),
  amount: amountNumber(),
  accountNumber: text(),
});

export type DepositOrder = z.infer<typeof depositOrder>;

/** The service accepts each, and refuses any other value with a list of all. */
export const onrampAssets = ['USDT', 'USDC', 'BTC_LIGHTNING'] as const;

export const onrampOrder = z.object({
  from: z.object({ amount: amountNumber(), currency: text() }),
  to: z.object({
    asset: closedSet(onrampAssets),
    chain: text(),
    destination_address: text(),
  }),
  client_onramp_reference: uuid(),
});

const fees = z.looseObject({
  onramp_fee: decimal(),
  onramp_fee_currency: lowerCaseCode(),
  network_fee: decimal(),
  network_fee_asset: lowerCaseCode(),
  total_fees: decimal(),
  total_fees_currency: lowerCaseCode(),
});

export const onramp = z.looseObject({
  id: uuid(),
  status: literal('pending'),
  type: literal('onramp'),
  created_at: timestamp(),
  account_id: uuid(),
  client_onramp_reference: text(),
  from: z.looseObject({
    amount: decimal(),
    currency: text(),
    payment_instructions: z.looseObject({
      method: openSet(waysToPay),
      qr_code: text(),
      expires_at: timestamp(),
    }),
  }),
  to: z.looseObject({ asset: text(), gross_amount: decimal(), net_amount: decimal(), address: text() }),
  pricing: z.looseObject({ fx_rate: decimal(), fees }),
});

export type OnrampOrder = z.infer<typeof onrampOrder>;

/** Rails for offramps in US dollars. */
export const rails = ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'] as const;

export const offrampOrder = z.object({
  from: z.object({
    chain: text(),
    asset: openSet(['USDC']),
    amount: amountNumber(),
    sender_address: text(),
  }),
  to: z.object({
    recipient_id: uuid(),
    currency: text(),
    payment_rail: openSet(rails).optional(),
  }),
  client_offramp_reference: text(),
});

const identity = {
  id: uuid(),
  type: literal('offramp'),
  created_at: timestamp(),
  account_id: uuid(),
  client_offramp_reference: text(),
  from: z.looseObject({ amount: decimal(), asset: text(), network: text(), address: text() }),
  to: z.looseObject({
    currency: text(),
    gross_amount: decimal(),
    net_amount: decimal(),
    recipient_id: uuid(),
  }),
};

const ownFees = { offramp_fee: decimal(), offramp_fee_currency: text() };

const creationFees = {
  network_fee: decimal(),
  network_fee_asset: text(),
  total_fees: decimal(),
  total_fees_currency: text(),
};

/** The record in the answer to an initiation: all fees; the document does not describe its settlement. */
export const offrampCreated = z.looseObject({
  ...identity,
  status: literal('pending'),
  pricing: z.looseObject({ fx_rate: decimal(), fees: z.looseObject({ ...ownFees, ...creationFees }) }),
  settlement: anything().optional(),
});

/** The content depends on the status. */
const settlement = z.looseObject({
  withdrawal_id: uuid().nullable(),
  estimated_at: timestamp().nullable(),
  // The document allows null for the others, and not here.
  end_to_end_id: text(),
});

/** The record of retrieval and listing: with settlement; it need not repeat the creation's fees. */
export const offrampRetrieved = z.looseObject({
  ...identity,
  // Whether an order needs a reference is open, and one without has none to keep.
  client_offramp_reference: text().nullish(),
  status: closedSet(['pending', 'paid', 'completed', 'failed']),
  pricing: z.looseObject({
    fx_rate: decimal(),
    fees: z.looseObject({ ...ownFees, ...z.object(creationFees).partial().shape }),
  }),
  settlement,
});

/** `count` may be of the page or of the whole listing. */
export const offrampListing = z.looseObject({
  data: z.array(offrampRetrieved),
  count: integer(),
  page: integer(),
  limit: integer(),
  totalPages: integer(),
});

export type OfframpOrder = z.infer<typeof offrampOrder>;

export const lightningOfframpOrder = z.object({ recipient_id: uuid(), amount: amountNumber() });

/** Version 1 gives the amounts of an invoice as numbers. */
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
