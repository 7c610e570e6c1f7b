import { randomUUID } from 'node:crypto';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';
import type { Conformance } from '#harness';

/** A deposit as the document asks for it. */
export const depositBody = ({ order }: Conformance, currency = order.depositCurrency) =>
  depositOrder(order, { currency });

/** An onramp with a reference of its own. */
export const onrampBody = ({ order }: Conformance, asset = 'USDC', chain = order.onrampChain) =>
  onrampOrder(order, { asset, chain });

export interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** A little less than the usual amount, in cents: what rounds or cuts shows. */
export const amountInCents = ({ order }: Conformance): number =>
  Math.max(order.amount - 0.25, order.amount / 2);

/** Orders of an amount that is no whole number. */
export const fractionalOnramp = (t: Conformance) => onrampOrder(t.order, { amount: amountInCents(t) });

export const fractionalOfframp = (t: Conformance) =>
  offrampOrder(t.order, { recipientId: t.roles.usdRecipient, currency: 'USD', amount: amountInCents(t) });

export const fractionalDeposit = (t: Conformance) => depositOrder(t.order, { amount: amountInCents(t) });

/** "Caller-chosen": neither a UUID nor in one letter case, and to be echoed all the same. */
export const offrampWithOwnReference = (t: Conformance) => ({
  ...plainOfframp(t),
  client_offramp_reference: `Order-${randomUUID().slice(0, 8)}-aB`,
});

/** An offramp with a reference of its own. */
export const offrampBody = ({ order }: Conformance, { recipient, currency, rail }: Destination) =>
  offrampOrder(order, { recipientId: recipient, currency, rail });

export const lightningBody = ({ order }: Conformance, recipientId: string) =>
  lightningOfframpOrder(order, { recipientId });

export const fractionalLightningBody = (t: Conformance) =>
  lightningOfframpOrder(t.order, { recipientId: t.roles.lightningRecipient, amount: amountInCents(t) });

/** The plain offramp in US dollars that most tests start from. */
export const plainOfframp = (t: Conformance) =>
  offrampBody(t, { recipient: t.roles.usdRecipient, currency: 'USD' });
