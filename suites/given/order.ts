import { randomUUID } from 'node:crypto';
import type { Conformance } from '#harness';

/** A deposit as the document asks for it. */
export const depositBody = ({ order }: Conformance, currency = order.depositCurrency) => ({
  currency,
  amount: order.amount,
  accountNumber: order.depositAccountNumber,
});

/** An onramp with a reference of its own. */
export const onrampBody = ({ order }: Conformance, asset = 'USDC') => ({
  from: { amount: order.amount, currency: order.onrampCurrency },
  to: { asset, chain: order.onrampChain, destination_address: order.onrampAddress },
  client_onramp_reference: randomUUID(),
});

export interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string;
}

/** An offramp with a reference of its own. */
export const offrampBody = ({ order }: Conformance, { recipient, currency, rail }: Destination) => ({
  from: {
    chain: order.offrampChain,
    asset: order.offrampAsset,
    amount: order.amount,
    sender_address: order.offrampSenderAddress,
  },
  to: { recipient_id: recipient, currency, ...(rail === undefined ? {} : { payment_rail: rail }) },
  client_offramp_reference: randomUUID(),
});

export const lightningBody = ({ order }: Conformance, recipient: string) => ({
  recipient_id: recipient,
  amount: order.amount,
});

/** The plain offramp in US dollars that most tests start from. */
export const plainOfframp = (t: Conformance) =>
  offrampBody(t, { recipient: t.roles.usdRecipient, currency: 'USD' });
