import { amountFor, type OrderMaterial } from '#contract';
import type { OfframpOrder } from '#schemas';
import { blankReference, signed } from './reference.ts';
import type { Sent } from './sent.ts';

export interface OfframpMembers {
  readonly recipientId: unknown;
  readonly currency: unknown;
  /** Left out of the body where none is given. */
  readonly rail?: unknown;
  readonly amount?: unknown;
}

/** A valid body of an offramp, version 2, with a reference of its own; an amount that is given takes the place of the valid one. */
export const offrampOrder = (
  material: OrderMaterial,
  { recipientId, currency, rail, amount = amountFor(material, rail, material.offrampAsset) }: OfframpMembers,
): Sent<OfframpOrder> =>
  signed({
    from: {
      chain: material.offrampChain,
      asset: material.offrampAsset,
      amount,
      sender_address: material.offrampSenderAddress,
    },
    to: { recipient_id: recipientId, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
    client_offramp_reference: blankReference,
  });
