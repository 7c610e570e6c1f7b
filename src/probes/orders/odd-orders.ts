import type { OrderId } from '#contract';
import type { Reply, Setting } from '#evidence';
import { hasOddMember, oddMember } from '#generators';
import { drawn } from '../drawn.ts';
import { perOperation } from '../source.ts';
import { dollarOfframp } from './order-body.ts';
import { isUnlisted, unlistedOrder } from './unlisted.ts';

type RefusedOrderId = Exclude<OrderId, 'lightning-offramp.initiate'>;

interface RefusedOrder {
  /** An order that a rule refuses. Throws `Untested` where a role is missing. */
  readonly body: (setting: Setting) => object;
  /** Whether the rule refuses what was really sent. */
  readonly isRefused: (reply: Reply) => boolean;
  /** Members that no rule fixes. */
  readonly free: readonly string[];
}

const refusedOrders: Readonly<Record<RefusedOrderId, RefusedOrder>> = {
  'deposit.simulate': {
    body: (setting) => unlistedOrder(setting, 'deposit.simulate'),
    isRefused: isUnlisted,
    free: ['amount', 'accountNumber'],
  },
  'onramp.initiate': {
    body: (setting) => unlistedOrder(setting, 'onramp.initiate'),
    isRefused: isUnlisted,
    free: ['from.amount', 'to.chain', 'to.destination_address', 'client_onramp_reference'],
  },
  'offramp.initiate': {
    body: (setting) => dollarOfframp(setting, 'ACH', setting.roles.namedRecipient),
    // Nothing that is odd about it touches its recipient or its rail.
    isRefused: () => true,
    free: ['from.chain', 'from.amount', 'from.sender_address', 'client_offramp_reference'],
  },
};

/** Orders that a rule refuses, each with a member that is odd in a way of which no rule speaks. */
export const oddOrders = perOperation((operation: RefusedOrderId) => {
  const { body, isRefused, free } = refusedOrders[operation];
  return drawn(`${operation} refused, with an odd member besides`, {
    mode: 'orders',
    minProfile: 'gate',
    arbitrary: (service) => oddMember(body(service)),
    ask: ({ api, roles }, odd) => api.call(operation, { subaccountId: roles.individual, body: odd.body }),
    isCase: (reply) =>
      isRefused(reply) && free.some((member) => hasOddMember(reply.request.sentBody, member)),
  });
});
