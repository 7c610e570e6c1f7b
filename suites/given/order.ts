import { depositOrder, lightningOfframpOrder, offrampOrder, one, onrampOrder } from '#generators';
import type { Conformance } from '#harness';

/** A deposit as the document asks for it. */
export const depositBody = ({ order }: Conformance, currency = order.depositCurrency) =>
  one(depositOrder(order, { currency }));

/** An onramp with a reference of its own. */
export const onrampBody = ({ order }: Conformance, asset = 'USDC', chain = order.onrampChain) =>
  one(onrampOrder(order, { asset, chain }));

export interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** An offramp with a reference of its own. */
export const offrampBody = ({ order }: Conformance, { recipient, currency, rail }: Destination) =>
  one(offrampOrder(order, { recipientId: recipient, currency, rail }));

export const lightningBody = ({ order }: Conformance, recipientId: string) =>
  one(lightningOfframpOrder(order, { recipientId }));

/** The plain offramp in US dollars that most tests start from. */
export const plainOfframp = (t: Conformance) =>
  offrampBody(t, { recipient: t.roles.usdRecipient, currency: 'USD' });
