import { amountIn, amountsNamed, isRecord, type Reply, type Setting } from '#evidence';

/** An order of another amount, which stands in one of two places. */
export const withAmount = (order: unknown, amount: number): unknown => {
  if (!isRecord(order)) return order;
  return isRecord(order.from) ? { ...order, from: { ...order.from, amount } } : { ...order, amount };
};

/** A little less than an amount, in cents: what rounds or cuts shows. */
export const inCents = (amount: number): number => Math.max(amount - 0.25, amount / 2);

/** Orders of an amount that is no whole number. */
export const ofCents =
  (orderOf: (setting: Setting) => unknown) =>
  (setting: Setting): unknown => {
    const order = orderOf(setting);
    return withAmount(order, inCents(amountIn(order)));
  };

/** No two initiations of a probe are of the same amount: a service may take a like one for a repetition of the first. */
export const ownAmount = (amount: number, at: number): number => {
  const less = amount >= 50 ? at : at / 100;
  return Math.max(Math.round((amount - less) * 100) / 100, amount / 2);
};

/**
 * The amount by which a refused order may be tried once more: the greatest bound that its refusal names, as far as the user
 * allows such an order to go; undefined where it names none.
 */
export const amountToTry = (reply: Reply, greatest: number): number | undefined => {
  const isRefused = reply.status >= 400 && reply.status < 500;
  if (!isRefused || [401, 403, 429].includes(reply.status)) return undefined;
  const within = amountsNamed(reply).filter((amount) => amount <= greatest);
  return within.length === 0 ? undefined : Math.max(...within);
};
