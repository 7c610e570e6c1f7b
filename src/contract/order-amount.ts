import type { OrderMaterial } from './target.ts';

type Amounts = Pick<OrderMaterial, 'amount' | 'amounts'>;

/** Stands for lightning offramps, whose body names neither a currency nor a rail. */
export const lightningCode = 'LIGHTNING';

/**
 * What an order is of: the amount that the user has set for the first of its codes (its rail, then the currency or asset
 * that the amount is in), or that of every order.
 */
export const amountFor = ({ amount, amounts = {} }: Amounts, ...codes: readonly unknown[]): number => {
  const set = codes.map((code) => (typeof code === 'string' ? amounts[code.toUpperCase()] : undefined));
  return set.find((each) => each !== undefined) ?? amount;
};
