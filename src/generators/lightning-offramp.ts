import { amountFor, lightningCode } from '#contract';
import type { Setting } from '#evidence';
import type { LightningOfframpOrder } from '#schemas';
import type { Sent } from './faulty-body.ts';

/** A valid body of an offramp, version 1, which carries no reference. */
export const lightningOfframpOrder = (
  { order }: Pick<Setting, 'order'>,
  recipientId: string,
): Sent<LightningOfframpOrder> => ({ recipient_id: recipientId, amount: amountFor(order, lightningCode) });
