import type fc from 'fast-check';
import type { OrderMaterial } from '#contract';
import type { OfframpOrder } from '#schemas';
import { blankReference, signed } from './reference.ts';
import { type Drawn, drawn, plain, type Sent } from './sent.ts';

export interface OfframpMembers {
  readonly recipientId: Drawn;
  readonly currency: Drawn;
  /** Left out of the body where none is given. */
  readonly rail?: Drawn | undefined;
  readonly chain?: Drawn;
  readonly asset?: Drawn;
  readonly amount?: Drawn;
  readonly senderAddress?: Drawn;
  /** A new one where none is given. */
  readonly reference?: Drawn;
}

/** Valid bodies of an offramp, version 2; each further member given takes the place of the valid one. */
export const offrampOrder = (
  material: OrderMaterial,
  members: OfframpMembers,
): fc.Arbitrary<Sent<OfframpOrder>> =>
  plain({
    from: plain({
      chain: drawn(members.chain, material.offrampChain),
      asset: drawn(members.asset, material.offrampAsset),
      amount: drawn(members.amount, material.amount),
      sender_address: drawn(members.senderAddress, material.offrampSenderAddress),
    }),
    to: plain({
      recipient_id: drawn(members.recipientId, ''),
      currency: drawn(members.currency, ''),
      ...(members.rail === undefined ? {} : { payment_rail: drawn(members.rail, '') }),
    }),
    client_offramp_reference: drawn(members.reference, blankReference),
  }).map(signed);
