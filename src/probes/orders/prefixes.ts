import { hasBlockedPrefix, hasPrefix, prefixRuleIn, withoutPrefix } from '#attribution';
import type { OrderId } from '#contract';
import { isRecord, type Reply } from '#evidence';
import type { Reason } from '#run';
import type { Service } from '../service.ts';
import { attempt, isAnswered } from '../source.ts';
import { withNewReference } from './valid-orders.ts';

// Finds out whether a firewall blocks orders with an address that begins with 0x.

/** Fewer blocked orders may be an accident. */
const enough = 3;

const stripped = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutPrefix(value);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, stripped(held)]));
};

/** Repeats the blocked order; only the 0x of its addresses is removed. */
const askWithoutPrefix = async (
  { api }: Service,
  operation: OrderId,
  { request }: Reply,
): Promise<Reply | undefined> => {
  const { subaccountId, body } = request.input;
  const order = isRecord(body) ? withNewReference(body) : body;
  const purpose = {
    probe: 'an order whose address has no 0x',
    case: operation,
    changed: { kind: 'prefix', path: '' },
    odd: 'an unusual request',
    tried: true,
  } as const;
  const seen = await attempt(() =>
    api.about(purpose).call(operation, { subaccountId, body: stripped(order) } as never),
  );
  return isAnswered(seen) ? seen.value : undefined;
};

/**
 * Why pages refused orders, if a firewall rule for 0x is the reason. After three blocked orders in a run, all with such
 * an address and none of them answered, one order without 0x proves it.
 */
export const ruleForPrefix = async (
  service: Service,
  operation: OrderId,
  replies: readonly Reply[],
): Promise<((reply: Reply) => Reason | undefined) | undefined> => {
  const { run } = service;
  for (const reply of replies) run.validOrders.add(reply);
  const orders = [...run.validOrders];
  const blocked = orders.filter(({ body, empty, status }) => status >= 400 && body === undefined && !empty);
  const isOfPrefix =
    blocked.every(hasBlockedPrefix) && orders.every((reply) => blocked.includes(reply) === hasPrefix(reply));
  const [last] = replies.filter(hasBlockedPrefix);
  if (last === undefined || blocked.length < enough || !isOfPrefix) return undefined;
  run.withoutPrefix ??= askWithoutPrefix(service, operation, last);
  const answer = await run.withoutPrefix;
  return answer && prefixRuleIn([answer]);
};
