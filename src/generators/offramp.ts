import { amountFor, type OrderMaterial } from '#contract';
import type { OfframpOrder } from '#schemas';
import { blankReference, type Sent, signed } from './reference.ts';

interface Destination {
  readonly recipient: string;
  readonly currency: string;
  /** Left out of the body where none is given. */
  readonly rail?: string | undefined;
}

/** A valid body of an offramp, version 2, with a reference of its own. */
export const offrampOrder = (
  material: OrderMaterial,
  { recipient, currency, rail }: Destination,
): Sent<OfframpOrder> =>
  signed({
    from: {
      chain: material.offrampChain,
      asset: material.offrampAsset,
      amount: amountFor(material, rail, material.offrampAsset),
      sender_address: material.offrampSenderAddress,
    },
    to: { recipient_id: recipient, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
    client_offramp_reference: blankReference,
  });
