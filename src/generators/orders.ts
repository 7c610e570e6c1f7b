// Bodies of valid orders, each with a new reference, and orders with unlisted values.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Setting, withReference } from '#evidence';
import { amountFor, lightningCode } from '#run';
import type { DepositOrder, LightningOfframpOrder, OfframpOrder, OnrampOrder } from '#schemas';
import { type Cases, ordersWith } from './cases.ts';
import { unlistedAsset, unlistedCurrency } from './codes.ts';

/** Replaced when the body is sent. Bodies that differ only in their reference are one case. */
export const blankReference = '00000000-0000-4000-8000-000000000000';

/**
 * The body with a new reference in place of the blank one; reports still show the blank one. The seed does not decide
 * the reference: a service may remember it, and a replay with the same seed must be a new order.
 */
export const signed = <B extends object>(body: B): B =>
  Object.defineProperty(
    withReference(body, (known) => (known === blankReference ? randomUUID() : known)),
    fc.toStringMethod,
    { value: () => fc.stringify(body) },
  );

/** The members of the document, with any value. */
export type Sent<T> = T extends object ? { readonly [Name in keyof T]: Sent<T[Name]> } : unknown;

export const depositOrder = (
  { order }: Pick<Setting, 'order'>,
  currency = order.depositCurrency,
): Sent<DepositOrder> => ({
  currency,
  amount: amountFor(order, currency),
  accountNumber: order.depositAccountNumber,
});

export const depositOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<DepositOrder>> =>
  ordersWith('currency', unlistedCurrency(setting.order.taxonomyCurrencies), (currency) =>
    depositOrder(setting, currency),
  );

/** An onramp of any asset, with a new reference. */
export const onrampOrder = (
  { order }: Pick<Setting, 'order'>,
  asset = 'USDC',
  chain = asset === 'BTC_LIGHTNING' ? order.lightningChain : order.onrampChain,
): Sent<OnrampOrder> =>
  signed({
    from: { amount: amountFor(order, order.onrampCurrency), currency: order.onrampCurrency },
    to: {
      asset,
      chain,
      destination_address: asset === 'BTC_LIGHTNING' ? order.lightningAddress : order.onrampAddress,
    },
    client_onramp_reference: blankReference,
  });

export const onrampOrders = (setting: Pick<Setting, 'order'>): Cases<Sent<OnrampOrder>> =>
  ordersWith('to.asset', unlistedAsset(), (asset) => onrampOrder(setting, asset));

interface Destination {
  readonly recipient: string;
  readonly currency: string;
  readonly rail?: string | undefined;
}

/** A body of version 2, with a new reference. */
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

/** A body of version 1, without a reference. */
export const lightningOfframpOrder = (
  { order }: Pick<Setting, 'order'>,
  recipientId: string,
): Sent<LightningOfframpOrder> => ({ recipient_id: recipientId, amount: amountFor(order, lightningCode) });
