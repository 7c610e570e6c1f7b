import { type OrderId, operationOf } from '#contract';
import type { Reply, Setting } from '#evidence';
import { hasOddMember, oddMember } from '#generators';
import { drawn } from '../drawn.ts';
import { perOperation } from '../source.ts';
import { dollarOfframp } from './order-body.ts';
import { isUnlisted, unlistedOrder } from './unlisted.ts';

type RefusedOrderId = Exclude<OrderId, 'lightning-offramp.initiate'>;

/** An order that a rule refuses. Throws `Untested` where a role is missing. */
const refusedOrder = (setting: Setting, operation: RefusedOrderId): object =>
  operation === 'offramp.initiate'
    ? dollarOfframp(setting, 'ACH', setting.roles.namedRecipient)
    : unlistedOrder(setting, operation);

/** Whether the rule refuses what was really sent; nothing that is odd about an offramp touches its recipient or its rail. */
const isRefused = (reply: Reply): boolean => reply.operation === 'offramp.initiate' || isUnlisted(reply);

/** Orders that a rule refuses, each with a member that is odd in a way of which no rule speaks. */
export const oddOrders = perOperation((operation: RefusedOrderId) => {
  const free = operationOf(operation).order?.free ?? [];
  return drawn(`${operation} refused, with an odd member besides`, {
    mode: 'orders',
    minProfile: 'gate',
    arbitrary: (service) => oddMember(refusedOrder(service, operation)),
    ask: ({ api, roles }, odd) => api.call(operation, { subaccountId: roles.individual, body: odd.body }),
    isCase: (reply) =>
      isRefused(reply) && free.some((member) => hasOddMember(reply.request.sentBody, member)),
  });
});
