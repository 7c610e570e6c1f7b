import { amountFor, lightningCode, type OrderMaterial } from '#contract';
import type { LightningOfframpOrder } from '#schemas';
import type { Sent } from './reference.ts';

/** A valid body of an offramp, version 1, which carries no reference. */
export const lightningOfframpOrder = (
  material: OrderMaterial,
  recipientId: string,
): Sent<LightningOfframpOrder> => ({ recipient_id: recipientId, amount: amountFor(material, lightningCode) });
