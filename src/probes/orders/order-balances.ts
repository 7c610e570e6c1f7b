import { randomUUID } from 'node:crypto';
import { noneAccepted } from '#attribution';
import { type Input, isRefusal, isSuccess, listedIn, type OrderId } from '#contract';
import { amountIn, type Credential, type Reply, sameBalances, Untested } from '#evidence';
import { alteredKeys } from '#generators';
import { demandFullKey } from '../keys/lock-out.ts';
import { keyRefusalsOf } from '../keys/refused-keys.ts';
import { bookingMs } from '../patience.ts';
import { derive, joined, type Probe, perOperation, probe, type Service } from '../source.ts';
import { cut, withAmount } from './amounts.ts';
import {
  type Acting,
  aroundNeutral,
  type BalancesAround,
  confirmed,
  idleBalances,
  noteConcurrent,
  settledBalances,
} from './balances.ts';
import { unlistedOrder } from './faulty-orders.ts';
import { orders, repliesIn } from './orders.ts';
import { asUnverified, dollarOfframp, orderProbeOf, plainOrder, toNobody } from './valid-orders.ts';

/** The balances around the valid orders of an operation. */
export const balancesAround = perOperation((operation: Exclude<OrderId, 'deposit.simulate'>) => {
  const seen = derive([orders(operation)], ({ placed, balances }) => {
    const replies = repliesIn(placed);
    if (!replies.some(isSuccess)) throw noneAccepted(operation);
    if (balances instanceof Untested) throw balances;
    return balances;
  });
  return confirmed(orderProbeOf(operation), seen);
});

/** A plain order of an amount that no other probe sends: a repetition may be answered with the first of its kind. */
const ownOrder = (service: Service, operation: OrderId): Input<OrderId> => {
  const { subaccountId, body } = plainOrder(service, operation);
  return { subaccountId, body: withAmount(body, cut(amountIn(body) * 0.85)) };
};

/** The id of the probe that sends an order with a reference that was accepted before. */
export const repeatProbeOf = (operation: OrderId): string => `${operation} with a reference for the second time`;

/** Accepted orders and the answers to them for the second time, by run. */
const repeated = new WeakMap<object, Map<OrderId, readonly [first: Reply, again: Reply]>>();

export const repeatedIn = ({ run }: Service) => {
  const known = repeated.get(run) ?? new Map<OrderId, readonly [first: Reply, again: Reply]>();
  repeated.set(run, known);
  return known;
};

/** The balances around an onramp and an offramp, each sent again with its reference but in smoke, once what is booked late is booked. */
export const balancesAfterInitiations = aroundNeutral('balances after initiations', {
  act: async (service) => {
    const replies = await Promise.all(
      (['onramp.initiate', 'offramp.initiate'] as const).map(async (operation) => {
        const plain = plainOrder(service, operation);
        let order = ownOrder(service, operation);
        let first = await service.api.call(operation, order);
        // Its amount may be what is refused.
        for (const amount of [amountIn(plain.body), cut(amountIn(plain.body) / 10)]) {
          if (!isRefusal(first)) break;
          order = { ...plainOrder(service, operation), body: withAmount(plainOrder(service, operation).body, amount) };
          first = await service.api.call(operation, order);
        }
        if (isSuccess(first) && service.profile !== 'smoke')
          repeatedIn(service).set(operation, [
            first,
            await service.api.about({ probe: repeatProbeOf(operation) }).call(operation, order),
          ]);
        return first;
      }),
    );
    if (!replies.some(isSuccess)) throw noneAccepted('initiations');
  },
  waitMs: bookingMs,
});

/** Orders of each reason to refuse one that the document knows. */
const refusedOrders = (service: Service, operation: OrderId): readonly Input<OrderId>[] => {
  const { roles } = service;
  const { body: plain } = plainOrder(service, operation);
  const ofIndividual = (body: unknown) => ({ subaccountId: roles.subaccount, body });
  const isOfframp = operation === 'offramp.initiate';
  return [
    ...(operation === 'deposit.simulate' || operation === 'onramp.initiate'
      ? [ofIndividual(unlistedOrder(service, operation))]
      : [
          ofIndividual(toNobody(plain)),
          ...(roles.has('business') ? [{ subaccountId: roles.business, body: toNobody(plain) }] : []),
        ]),
    ...(isOfframp && roles.has('namedRecipient')
      ? [ofIndividual(dollarOfframp(service, 'ACH', roles.namedRecipient))]
      : []),
    ...(roles.has('unverified')
      ? roles.unverified.map((subaccountId) => ({ subaccountId, body: asUnverified(service, plain) }))
      : []),
    ...(operation === 'onramp.initiate' && roles.has('unbanked')
      ? [{ subaccountId: roles.unbanked, body: plain }]
      : []),
    { subaccountId: randomUUID(), body: plain },
  ];
};

/** The balances around orders that are refused for a value, a recipient or a rail, and for the subaccount that they are of. */
export const balancesAroundRefusal = perOperation((operation: OrderId) =>
  aroundNeutral(
    `balances around refused orders of ${operation}`,
    {
      act: async (service) => {
        const { api, each } = service;
        const replies = await each(refusedOrders(service, operation), (input) => api.call(operation, input));
        if (replies.some(isSuccess)) throw new Untested('an order that is to be refused was accepted', 'service');
      },
    },
    listedIn(operation) ? 'smoke' : 'gate',
  ),
);

/** One key of each kind that is refused. */
const credentialsOf = ({ keys }: Service): readonly Credential[] => {
  const altered = alteredKeys(keys.full, ...keys.others).slice(0, 1);
  const values = [...altered.map(({ value }) => value), ...keys.others];
  return [{ in: 'none' }, ...values.map((value) => ({ in: 'header', value }) as const)];
};

const orderingWithRefusedKeys = (operation: OrderId): Acting => ({
  act: async (service) => {
    const order = plainOrder(service, operation);
    return service.each(credentialsOf(service), (credential) => service.as(credential).call(operation, order));
  },
});

const idOf = (operation: OrderId): string => `orders of ${operation} with refused keys`;

/** The balances before and after an operation was asked with refused keys of every kind; of others, keys may be refused too. */
const balancesAroundKeys = (operation: OrderId): Probe<BalancesAround> =>
  probe(`balances after refused keys of ${operation}`, {
    mode: 'wrongKeys',
    minProfile: 'gate',
    from: [idleBalances, joined(...keyRefusalsOf(operation))],
    send: async (service, idle, _refused): Promise<BalancesAround> => {
      const before = idle.after;
      const last = await demandFullKey(service);
      const seen = { before, after: sameBalances(before, last) ? last : await settledBalances(service) };
      noteConcurrent(service, idOf(operation), orderingWithRefusedKeys(operation), seen);
      return seen;
    },
  });

/** The balances around orders of an operation that are refused for their key. */
export const balancesAroundRefusedKeys = perOperation((operation: OrderId) =>
  confirmed(idOf(operation), balancesAroundKeys(operation)),
);
