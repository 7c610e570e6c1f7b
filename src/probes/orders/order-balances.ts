import { randomUUID } from 'node:crypto';
import type { Input, OrderId } from '#contract';
import { amountIn, Untested } from '#evidence';
import { bookingMs } from '../patience.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, probe } from '../source.ts';
import { cut, withAmount } from './amounts.ts';
import { confirmed, demandQuiet, levelAround } from './balances.ts';
import { asUnverified } from './order-body.ts';
import { orders, placeAll, placePlain } from './orders.ts';
import { type ListedOrderId, unlistedOrder } from './unlisted.ts';
import { plainOrder } from './valid-orders.ts';

/** The balances around them. */
export const balancesAround = perOperation((operation: Exclude<OrderId, 'deposit.simulate'>) => {
  const seen = derive([orders(operation)], ({ placed, balances }) => {
    if (placed.every(({ reply }) => reply.status > 299))
      throw new Untested(`${operation} did not accept a valid order`, 'service');
    if (balances instanceof Untested) throw balances;
    return balances;
  });
  return confirmed(`orders of ${operation}`, seen, {
    act: (service) => placeAll(service, operation),
    again: (service) => placePlain(service, operation),
  });
});

/** A plain order of an amount that no other probe sends: a repetition may be answered with the first of its kind. */
const ownOrder = (service: Service, operation: OrderId): Input<OrderId> => {
  const { subaccountId, body } = plainOrder(service, operation);
  return { subaccountId, body: withAmount(body, cut(amountIn(body) * 0.85)) };
};

/** The balances around an onramp and an offramp, once what is booked late is booked. */
export const balancesAfterInitiations = levelAround('balances after initiations', {
  act: async (service) => {
    const replies = await Promise.all(
      (['onramp.initiate', 'offramp.initiate'] as const).map((operation) =>
        service.api.call(operation, ownOrder(service, operation)),
      ),
    );
    if (replies.every(({ status }) => status > 299))
      throw new Untested('no valid order was accepted', 'service');
  },
  waitMs: bookingMs,
});

/** The balances around orders that are refused for a value outside its list, and for the subaccount that they are of. */
export const balancesAroundRefusal = perOperation((operation: ListedOrderId) =>
  levelAround(`balances around refused orders of ${operation}`, {
    act: async (service) => {
      const { api, roles, each } = service;
      const plain = plainOrder(service, operation).body;
      const inputs = [
        { subaccountId: roles.individual, body: unlistedOrder(service, operation) },
        ...(roles.has('unverified')
          ? [{ subaccountId: roles.unverified, body: asUnverified(service, plain) }]
          : []),
        ...(operation === 'onramp.initiate' && roles.has('unbanked')
          ? [{ subaccountId: roles.unbanked, body: plain }]
          : []),
        { subaccountId: randomUUID(), body: plain },
      ];
      const replies = await each(inputs, (input) => api.call(operation, input));
      if (replies.some(({ status }) => status < 300))
        throw new Untested('an order that is to be refused was accepted', 'service');
    },
  }),
);

/** The balances around a deposit that is accepted. */
export const balancesAroundDeposit = probe('balances around a deposit', {
  mode: 'exclusive',
  send: async (service) => {
    demandQuiet(service);
    const before = await service.api.readBalances({});
    const { status } = await service.api.call('deposit.simulate', plainOrder(service, 'deposit.simulate'));
    if (status > 299 || before.status > 299) throw new Untested('no deposit was accepted', 'service');
    return { before, after: await service.api.readBalances({}) };
  },
});
