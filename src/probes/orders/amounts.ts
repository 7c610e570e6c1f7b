import type { OperationId } from '#contract';
import { amountIn, changedAt, codesOf, isRecord, type Setting } from '#evidence';
import { amountFor } from '#run';

/** The amount is in one of two places. */
export const withAmount = (order: unknown, amount: number): unknown =>
  isRecord(order) ? changedAt(order, isRecord(order.from) ? 'from.amount' : 'amount', amount) : order;

/** A little less than `amount`, with cents, so that rounding or truncation shows. */
export const inCents = (amount: number): number => Math.max(amount - 0.25, amount / 2);

export const ofCents =
  (orderOf: (setting: Setting) => unknown) =>
  (setting: Setting): unknown => {
    const order = orderOf(setting);
    return withAmount(order, inCents(amountIn(order)));
  };

/** Below this amount, cents cannot distinguish amounts. */
const minInCents = 0.1;

const minAmount = 1e-8;

/** Truncates to cents, or to the decimal places of bitcoin for small amounts: no order may exceed the user's limit. */
export const cut = (amount: number): number => {
  const parts = amount >= minInCents ? 100 : 1 / minAmount;
  // A decimal product may be slightly below its exact whole number.
  return Math.max(Math.floor(amount * parts + 1e-6) / parts, minAmount);
};

/** Less by `cents`, or by hundredths of a small amount; never less than half. */
export const lessByCents = (amount: number, cents: number): number =>
  cut(Math.max(amount - (cents / 100) * (amount >= minInCents ? 1 : amount), amount / 2));

/** Different amounts, because a service may take two orders of one amount for a repetition. */
export const ownAmount = (amount: number, at: number): number => lessByCents(amount, amount >= 50 ? at * 100 : at);

export const ownAmountOf = ({ order }: Pick<Setting, 'order'>, operation: OperationId, body: unknown): number =>
  amountFor(order, ...codesOf(operation, body));
