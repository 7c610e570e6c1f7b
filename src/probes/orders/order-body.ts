import { randomUUID } from 'node:crypto';
import type { Setting } from '#evidence';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';

/** A deposit as the document asks for it. */
export const depositBody = ({ order }: Setting, currency = order.depositCurrency) =>
  depositOrder(order, currency);

/** An onramp with a reference of its own. */
export const onrampBody = ({ order }: Setting, asset = 'USDC', chain = order.onrampChain) =>
  onrampOrder(order, asset, chain);

/** An offramp with a reference of its own. */
export const offrampBody = ({ order }: Setting, to: Parameters<typeof offrampOrder>[1]) =>
  offrampOrder(order, to);

export const lightningBody = ({ order }: Setting, recipientId: string) =>
  lightningOfframpOrder(order, recipientId);

/** An offramp in US dollars, by default the plain one that most tests start from. */
export const dollarOfframp = (setting: Setting, rail?: string, recipient = setting.roles.usdRecipient) =>
  offrampBody(setting, { recipient, currency: 'USD', rail });

const offrampWithReference = (make: () => string) => (setting: Setting) => ({
  ...dollarOfframp(setting),
  client_offramp_reference: make(),
});

/** "Caller-chosen": neither a UUID nor in one letter case, and to be echoed all the same. */
export const offrampWithOwnReference = offrampWithReference(() => `Order-${randomUUID().slice(0, 8)}-aB`);

/** Longer than a UUID, for which alone a service may have room: it may refuse it, and not shorten it. */
export const offrampWithLongReference = offrampWithReference(() => `order-${randomUUID()}-${randomUUID()}`);

interface OrderMembers {
  readonly accountNumber?: unknown;
  readonly recipient_id?: unknown;
  readonly to?: { readonly recipient_id?: unknown };
}

/** The order with the account, and in place of the plain recipient the one, that belong to the unverified subaccount. */
export const asUnverified = ({ roles, order }: Setting, body: unknown): unknown => {
  const { unverifiedRecipient: recipient_id } = roles;
  const { unverifiedAccountNumber: accountNumber } = order;
  const members = body as OrderMembers;
  const isPlain = (id: unknown): boolean =>
    (roles.has('usdRecipient') && id === roles.usdRecipient) ||
    (roles.has('lightningRecipient') && id === roles.lightningRecipient);
  return {
    ...members,
    ...(accountNumber !== undefined && 'accountNumber' in members ? { accountNumber } : {}),
    ...(recipient_id !== undefined && isPlain(members.recipient_id) ? { recipient_id } : {}),
    ...(recipient_id !== undefined && isPlain(members.to?.recipient_id)
      ? { to: { ...members.to, recipient_id } }
      : {}),
  };
};
