import type fc from 'fast-check';
import type { OrderMaterial } from '#contract';
import type { LightningOfframpOrder } from '#schemas';
import { type Drawn, drawn, plain, type Sent } from './sent.ts';

export interface LightningOfframpMembers {
  readonly recipientId: Drawn;
  readonly amount?: Drawn;
}

/** Valid bodies of an offramp, version 1, which carries no reference. */
export const lightningOfframpOrder = (
  material: OrderMaterial,
  members: LightningOfframpMembers,
): fc.Arbitrary<Sent<LightningOfframpOrder>> =>
  plain({
    recipient_id: drawn(members.recipientId, ''),
    amount: drawn(members.amount, material.amount),
  });
