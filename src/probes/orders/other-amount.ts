import { amountsNamed, isRecord, type Reply } from '#evidence';

/** An order of another amount, which stands in one of two places. */
export const withAmount = (order: unknown, amount: number): unknown => {
  if (!isRecord(order)) return order;
  return isRecord(order.from) ? { ...order, from: { ...order.from, amount } } : { ...order, amount };
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
