import { z } from 'zod';
import {
  amountNumber,
  anything,
  closedSet,
  decimal,
  integer,
  literal,
  openSet,
  text,
  timestamp,
  uuid,
} from './formats.ts';

/** For offramps in US dollars. */
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

/** The record as the initiation returns it: all fees, and a settlement that the document does not describe. */
export const offrampCreated = z.looseObject({
  ...identity,
  status: literal('pending'),
  pricing: z.looseObject({ fx_rate: decimal(), fees: z.looseObject({ ...ownFees, ...creationFees }) }),
  settlement: anything().optional(),
});

/** How the fiat side stands; its content depends on the status. */
const settlement = z.looseObject({
  withdrawal_id: uuid().nullable(),
  estimated_at: timestamp().nullable(),
  // The document allows null for the others, and not here.
  end_to_end_id: text(),
});

/** The record as retrieval and listing return it: with settlement, and not bound to repeat the creation's fees. */
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

/** A page, whose `count` may be of the page or of the whole listing. */
export const offrampListing = z.looseObject({
  data: z.array(offrampRetrieved),
  count: integer(),
  page: integer(),
  limit: integer(),
  totalPages: integer(),
});

export type OfframpOrder = z.infer<typeof offrampOrder>;
