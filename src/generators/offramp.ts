import { amountFor } from '#contract';
import type { Setting } from '#evidence';
import type { OfframpOrder } from '#schemas';
import { blankReference, type Sent, signed } from './reference.ts';

interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** A valid body of an offramp, version 2, with a new reference. */
export const offrampOrder = (
  { order }: Pick<Setting, 'order'>,
  { recipient, currency, rail }: Destination,
): Sent<OfframpOrder> =>
  signed({
    from: {
      chain: order.offrampChain,
      asset: order.offrampAsset,
      amount: amountFor(order, rail, order.offrampAsset),
      sender_address: order.offrampSenderAddress,
    },
    to: { recipient_id: recipient, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
    client_offramp_reference: blankReference,
  });
