import { amountFor, lightningCode, type OrderMaterial } from '#contract';
import type { LightningOfframpOrder } from '#schemas';
import type { Sent } from './sent.ts';

export interface LightningOfframpMembers {
  readonly recipientId: unknown;
  readonly amount?: unknown;
}

/** A valid body of an offramp, version 1, which carries no reference. */
export const lightningOfframpOrder = (
  material: OrderMaterial,
  { recipientId, amount = amountFor(material, lightningCode) }: LightningOfframpMembers,
): Sent<LightningOfframpOrder> => ({ recipient_id: recipientId, amount });
