import { z } from 'zod';
import { amountNumber, decimal, openSet, text, timestamp, uuid } from './formats.ts';

/** `destinationAddress` is the full address, `destination_address` its masked form. */
export const withdrawal = z.looseObject({
  id: uuid(),
  amount: decimal(8),
  currency: text(),
  status: openSet(['pending']),
  created_at: timestamp(),
  protocol: text(),
  description: text().nullable(),
  chain: text(),
  local_currency: text(),
  local_amount: decimal(),
  destinationAddress: text(),
  destination_address: text(),
  tx_hash: text().nullable(),
  destination_tag: text().nullable(),
  fee_amount: decimal(),
  fee_currency: text(),
  rate: amountNumber(),
  gross_amount: amountNumber(),
});
