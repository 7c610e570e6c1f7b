import type { Reply, Setting } from '#evidence';
import { hasOddMember, isUnlistedAsset, isUnlistedCurrency, oddMember } from '#generators';
import { drawn } from '../drawn.ts';
import type { Probe } from '../source.ts';
import { depositBody, offrampBody, onrampBody } from './order-body.ts';
import type { OrderId } from './valid-orders.ts';

export type RefusedOrderId = Exclude<OrderId, 'lightning-offramp.initiate'>;

interface RefusedOrder {
  /** An order that a rule refuses. Throws `Untested` where a role is missing. */
  readonly body: (setting: Setting) => object;
  /** Whether the rule refuses what was really sent. */
  readonly isRefused: (sent: string | undefined) => boolean;
  /** Members that no rule fixes. */
  readonly free: readonly string[];
}

const refusedOrders: Readonly<Record<RefusedOrderId, RefusedOrder>> = {
  'deposit.simulate': {
    body: (setting) => depositBody(setting, 'JPY'),
    isRefused: isUnlistedCurrency,
    free: ['amount', 'accountNumber'],
  },
  'onramp.initiate': {
    body: (setting) => onrampBody(setting, 'EURC'),
    isRefused: isUnlistedAsset,
    free: ['from.amount', 'to.chain', 'to.destination_address', 'client_onramp_reference'],
  },
  'offramp.initiate': {
    body: (setting) =>
      offrampBody(setting, { recipient: setting.roles.namedRecipient, currency: 'USD', rail: 'ACH' }),
    // Nothing that is odd about it touches its recipient or its rail.
    isRefused: () => true,
    free: ['from.chain', 'from.amount', 'from.sender_address', 'client_offramp_reference'],
  },
};

const oddly = (operation: RefusedOrderId): Probe<readonly Reply[]> => {
  const { body, isRefused, free } = refusedOrders[operation];
  return drawn(`${operation} refused, with an odd member besides`, {
    mode: 'moves',
    least: 'gate',
    arbitrary: (service) => oddMember(body(service)),
    ask: ({ api, roles }, odd) => api.call(operation, { subaccountId: roles.individual, body: odd.body }),
    isCase: ({ request: { sentBody } }) =>
      isRefused(sentBody) && free.some((member) => hasOddMember(sentBody, member)),
  });
};

const byOperation: Readonly<Record<RefusedOrderId, Probe<readonly Reply[]>>> = {
  'deposit.simulate': oddly('deposit.simulate'),
  'onramp.initiate': oddly('onramp.initiate'),
  'offramp.initiate': oddly('offramp.initiate'),
};

/** Orders that a rule refuses, each with a member that is odd in a way of which no rule speaks. */
export const oddOrders = (operation: RefusedOrderId): Probe<readonly Reply[]> => byOperation[operation];
