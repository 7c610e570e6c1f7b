import type { OperationId } from '#contract';
import { amountIn, changedAt, codesOf, isRecord, type Setting } from '#evidence';
import { amountFor } from '#run';

/** An order of another amount, which stands in one of two places. */
export const withAmount = (order: unknown, amount: number): unknown =>
  isRecord(order) ? changedAt(order, isRecord(order.from) ? 'from.amount' : 'amount', amount) : order;

/** A little less than an amount, in cents: what rounds or cuts shows. */
export const inCents = (amount: number): number => Math.max(amount - 0.25, amount / 2);

/** Orders of an amount that is no whole number. */
export const ofCents =
  (orderOf: (setting: Setting) => unknown) =>
  (setting: Setting): unknown => {
    const order = orderOf(setting);
    return withAmount(order, inCents(amountIn(order)));
  };

/** Below it cents are too coarse to tell amounts apart, or to be any. */
const minInCents = 0.1;

const minAmount = 1e-8;

/** Cut to cents, or to the places of bitcoin where it is small: no order may be of more than the user allows. */
export const cut = (amount: number): number => {
  const parts = amount >= minInCents ? 100 : 1 / minAmount;
  // The product of a decimal may lie a little below the whole number that it is.
  return Math.max(Math.floor(amount * parts + 1e-6) / parts, minAmount);
};

/** Less by so many cents, or by so many hundredths of itself where it is small; never less than half. */
export const lessByCents = (amount: number, cents: number): number =>
  cut(Math.max(amount - (cents / 100) * (amount >= minInCents ? 1 : amount), amount / 2));

/** No two initiations of a probe are of the same amount: a service may take a like one for a repetition of the first. */
export const ownAmount = (amount: number, at: number): number => lessByCents(amount, amount >= 50 ? at * 100 : at);

/** The greatest amount that the user allows for such an order. */
export const ownAmountOf = ({ order }: Pick<Setting, 'order'>, operation: OperationId, body: unknown): number =>
  amountFor(order, ...codesOf(operation, body));
