import type fc from 'fast-check';
import { amountFor, type OrderMaterial } from '#contract';
import type { OnrampOrder } from '#schemas';
import { ordersWith } from './described.ts';
import { blankReference, signed } from './reference.ts';
import type { Sent } from './sent.ts';

export interface OnrampMembers {
  readonly amount?: unknown;
  readonly asset?: unknown;
  readonly chain?: unknown;
}

/** A valid body of an onramp, with a reference of its own; each member given takes the place of the valid one. */
export const onrampOrder = (
  material: OrderMaterial,
  {
    amount = amountFor(material, material.onrampCurrency),
    asset = 'USDC',
    chain = material.onrampChain,
  }: OnrampMembers = {},
): Sent<OnrampOrder> =>
  signed({
    from: { amount, currency: material.onrampCurrency },
    to: { asset, chain, destination_address: material.onrampAddress },
    client_onramp_reference: blankReference,
  });

/** Onramps that are valid but for their asset. */
export const onrampOrders = (
  material: OrderMaterial,
  assets: fc.Arbitrary<string>,
): fc.Arbitrary<Sent<OnrampOrder>> =>
  ordersWith('to.asset', assets, (asset) => onrampOrder(material, { asset }));
