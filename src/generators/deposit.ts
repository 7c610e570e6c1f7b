import type fc from 'fast-check';
import { amountFor, type OrderMaterial } from '#contract';
import type { DepositOrder } from '#schemas';
import { ordersWith } from './described.ts';
import type { Sent } from './sent.ts';

export interface DepositMembers {
  readonly currency?: unknown;
  readonly amount?: unknown;
}

/** A valid body of a deposit; each member given takes the place of the valid one. */
export const depositOrder = (
  material: OrderMaterial,
  { currency = material.depositCurrency, amount = amountFor(material, currency) }: DepositMembers = {},
): Sent<DepositOrder> => ({ currency, amount, accountNumber: material.depositAccountNumber });

/** Deposits that are valid but for their currency. */
export const depositOrders = (
  material: OrderMaterial,
  currencies: fc.Arbitrary<string>,
): fc.Arbitrary<Sent<DepositOrder>> =>
  ordersWith('currency', currencies, (currency) => depositOrder(material, { currency }));
