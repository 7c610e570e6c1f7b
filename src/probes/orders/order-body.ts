import { randomUUID } from 'node:crypto';
import { amountFor, lightningCode } from '#contract';
import type { Setting } from '#evidence';
import { depositOrder, lightningOfframpOrder, offrampOrder, onrampOrder } from '#generators';

/** A deposit as the document asks for it. */
export const depositBody = ({ order }: Setting, currency = order.depositCurrency) =>
  depositOrder(order, { currency });

/** An onramp with a reference of its own. */
export const onrampBody = ({ order }: Setting, asset = 'USDC', chain = order.onrampChain) =>
  onrampOrder(order, { asset, chain });

export interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** A little less than the usual amount, in cents: what rounds or cuts shows. */
export const amountInCents = ({ order }: Setting, ...codes: readonly string[]): number => {
  const amount = amountFor(order, ...codes);
  return Math.max(amount - 0.25, amount / 2);
};

/** Orders of an amount that is no whole number. */
export const fractionalOnramp = (setting: Setting) =>
  onrampOrder(setting.order, { amount: amountInCents(setting, setting.order.onrampCurrency) });

export const fractionalOfframp = (setting: Setting) =>
  offrampOrder(setting.order, {
    recipientId: setting.roles.usdRecipient,
    currency: 'USD',
    amount: amountInCents(setting, setting.order.offrampAsset),
  });

export const fractionalDeposit = (setting: Setting) =>
  depositOrder(setting.order, { amount: amountInCents(setting, setting.order.depositCurrency) });

/** "Caller-chosen": neither a UUID nor in one letter case, and to be echoed all the same. */
export const offrampWithOwnReference = (setting: Setting) => ({
  ...plainOfframp(setting),
  client_offramp_reference: `Order-${randomUUID().slice(0, 8)}-aB`,
});

/** An offramp with a reference of its own. */
export const offrampBody = ({ order }: Setting, { recipient, currency, rail }: Destination) =>
  offrampOrder(order, { recipientId: recipient, currency, rail });

export const lightningBody = ({ order }: Setting, recipientId: string) =>
  lightningOfframpOrder(order, { recipientId });

export const fractionalLightningBody = (setting: Setting) =>
  lightningOfframpOrder(setting.order, {
    recipientId: setting.roles.lightningRecipient,
    amount: amountInCents(setting, lightningCode),
  });

/** The plain offramp in US dollars that most tests start from. */
export const plainOfframp = (setting: Setting) =>
  offrampBody(setting, { recipient: setting.roles.usdRecipient, currency: 'USD' });

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
