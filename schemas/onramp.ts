import { z } from 'zod';
import { amountNumber, closedSet, decimal, literal, lowerCaseCode, openSet, text, timestamp, uuid } from './formats.ts';
import { waysToPay } from './subaccount.ts';

/** Each is accepted; any other is refused by naming them all. */
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
