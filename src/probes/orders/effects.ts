import { randomUUID } from 'node:crypto';
import { noneAccepted } from '#attribution';
import { CallRefused } from '#client';
import { type Input, listedIn, type OrderId } from '#contract';
import { amountIn, type Credential, idIn, type Reply, sameBalances, Untested, untested } from '#evidence';
import { alteredKeys } from '#generators';
import { isRefusal, isSuccess } from '#run';
import { demandFullKey } from '../keys/lock-out.ts';
import { everyKeyRefusal, keyRefusalsOf, withInvalidKey, withoutKey, withRestrictedKey } from '../keys/refused-keys.ts';
import { wholeWalk } from '../listings/listing.ts';
import { idsOf, type Page } from '../listings/page.ts';
import { bookingMs, eventually, lastOf } from '../patience.ts';
import { ordersToNobody } from '../reads/absent.ts';
import type { Acting, BalancesAround, Service } from '../service.ts';
import { derive, joined, type Probe, perOperation, probe, type Source, unshown } from '../source.ts';
import { cut, withAmount } from './amounts.ts';
import { aroundNeutral, confirmed, idleBalances, noteConcurrent, settledBalances } from './balances.ts';
import { unlistedOrder } from './faulty-orders.ts';
import { accepted, orders, repliesIn, whyNone } from './orders.ts';
import { ordersAgainstRails, ordersToIncomplete } from './rails.ts';
import { asUnverified, dollarOfframp, orderProbeOf, plainOrder, toNobody } from './valid-orders.ts';

// The effects of orders on balances and listings, and of refused orders, which must have none.

export const balancesAround = perOperation((operation: Exclude<OrderId, 'deposit.simulate'>) => {
  const seen = derive([orders(operation)], ({ placed, balances }) => {
    const replies = repliesIn(placed);
    if (!replies.some(isSuccess)) throw whyNone(operation, placed);
    if (balances instanceof Untested) throw balances;
    return balances;
  });
  return confirmed(orderProbeOf(operation), seen);
});

/** The amount is new: a service may answer a repetition with the first order. */
const ownOrder = (service: Service, operation: OrderId): Input<OrderId> => {
  const { subaccountId, body } = plainOrder(service, operation);
  return { subaccountId, body: withAmount(body, cut(amountIn(body) * 0.85)) };
};

const repeatProbeOf = (operation: OrderId): string => `${operation} with a reference for the second time`;

/** After late bookings, each order is sent again with its reference; not in smoke. */
export const balancesAfterInitiations = aroundNeutral('balances after initiations', {
  act: async (service) => {
    const replies = await Promise.all(
      (['onramp.initiate', 'offramp.initiate'] as const).map(async (operation) => {
        const plain = plainOrder(service, operation);
        let order = ownOrder(service, operation);
        let first = await service.api.call(operation, order);
        // The amount may be the reason of the refusal.
        for (const part of [1, 10, 100]) {
          const amount = cut(amountIn(plain.body) / part);
          if (!isRefusal(first)) break;
          order = { ...plainOrder(service, operation), body: withAmount(plainOrder(service, operation).body, amount) };
          first = await service.api.call(operation, order);
        }
        if (!isSuccess(first) || service.profile === 'smoke') return first;
        const { run, api } = service;
        const about = { probe: repeatProbeOf(operation) };
        run.repeated.set(operation, [first, await run.openOrders.place(() => api.about(about).call(operation, order))]);
        return first;
      }),
    );
    if (!replies.some(isSuccess)) throw noneAccepted('initiations');
  },
  waitMs: bookingMs,
});

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

export const balancesAroundRefusal = perOperation((operation: OrderId) => {
  const id = `balances around refused orders of ${operation}`;
  return aroundNeutral(
    id,
    {
      act: async (service) => {
        const api = service.api.about({ probe: id, invalid: true });
        const replies = await service.each(refusedOrders(service, operation), (input) => api.call(operation, input));
        if (replies.some(isSuccess)) throw untested('ACCEPTED_INSTEAD', 'an order that is to be refused was accepted');
      },
    },
    listedIn(operation) ? 'smoke' : 'gate',
  );
});

const credentialsOf = ({ keys }: Service): readonly Credential[] => {
  const altered = alteredKeys(keys.full, ...keys.others).slice(0, 1);
  const values = [...altered.map(({ value }) => value), ...keys.others];
  return [{ in: 'none' }, ...values.map((value) => ({ in: 'header', value }) as const)];
};

const refusedKeyOrdering = (operation: OrderId): Acting => ({
  act: async (service) => {
    const order = plainOrder(service, operation);
    return service.each(credentialsOf(service), (credential) => service.as(credential).call(operation, order));
  },
});

const idOf = (operation: OrderId): string => `orders of ${operation} with refused keys`;

/** A remote service may refuse other keys too. */
const balancesAroundKeys = (operation: OrderId): Probe<BalancesAround> =>
  probe(`balances after refused keys of ${operation}`, {
    mode: 'wrongKeys',
    minProfile: 'gate',
    from: [idleBalances, joined(...keyRefusalsOf(operation))],
    send: async (service, idle, _refused): Promise<BalancesAround> => {
      const before = idle.after;
      const last = await demandFullKey(service);
      const seen = { before, after: sameBalances(before, last) ? last : await settledBalances(service) };
      noteConcurrent(service, idOf(operation), refusedKeyOrdering(operation), seen);
      return seen;
    },
  });

export const balancesAroundRefusedKeys = perOperation((operation: OrderId) =>
  confirmed(idOf(operation), balancesAroundKeys(operation)),
);

export interface Aftermath {
  /** Answers to the invalid orders, refused or accepted. */
  readonly tried: readonly Reply[];
  readonly accepted: readonly Reply[];
  readonly pages: readonly Page[];
}

const walkOf = (service: Service, subaccountId: string): Promise<readonly Page[]> =>
  wholeWalk(service, 'offramp.list', subaccountId);

const ifPossible = async <T>(part: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await part();
  } catch (error) {
    const isSpent = error instanceof CallRefused && (error.kind === 'budget' || error.kind === 'orders');
    if (error instanceof Untested || (error instanceof CallRefused && !isSpent)) return undefined;
    throw error;
  }
};

export const shows = (pages: readonly Page[], orders: readonly Reply[]): boolean => {
  const ids = new Set(idsOf(pages));
  return orders.some(({ body }) => ids.has(idIn(body) ?? ''));
};

/** Waits until accepted orders show. A refused order that was kept would then show too. */
const readAftermath = async (
  service: Service,
  tried: readonly Reply[],
  taken: readonly Reply[],
  alsoOf: readonly string[] = [],
): Promise<Aftermath> => {
  const { subaccount } = service.roles;
  const own = taken.filter(({ request }) => request.input.subaccountId === subaccount);
  const pages = await eventually(
    service,
    () => walkOf(service, subaccount),
    (seen) => shows(seen, own),
    lastOf(own),
  );
  const owners = new Set([...tried.map(({ request }) => String(request.input.subaccountId)), ...alsoOf]);
  owners.delete(subaccount);
  // The document does not say whether a subaccount without permissions may read its listing.
  const others = await service.each([...owners], (owner) => ifPossible(() => walkOf(service, owner)));
  return { tried, accepted: own, pages: [...pages, ...others.flatMap((walked) => walked ?? [])] };
};

const aftermathOf = (what: string, orders: Source<readonly Reply[]>): Probe<Aftermath> =>
  probe(`listings after offramps refused for ${what}`, {
    mode: 'quiet',
    minProfile: 'gate',
    from: [orders, accepted('offramp.initiate')],
    send: readAftermath,
  });

const orderWithoutKyc: Probe<readonly Reply[]> = probe('an offramp that leaves no trace without approved KYC', {
  mode: 'orders',
  minProfile: 'gate',
  send: async (service) => {
    const { roles, api } = service;
    if (!roles.has('unverified')) return [];
    const body = asUnverified(service, dollarOfframp(service));
    return service.each(roles.unverified.slice(0, 1), (subaccountId) => api.initiateOfframp({ subaccountId, body }));
  },
});

export const afterRailRefusals = aftermathOf('their rail', ordersAgainstRails);

export const afterRecipientRefusals = aftermathOf(
  'their recipient or subaccount',
  joined(ordersToIncomplete, ordersToNobody('offramp.initiate'), orderWithoutKyc),
);

const initiation = 'offramp.initiate';

const refusedKeyOrders: Source<readonly Reply[]> = derive(
  [joined(withoutKey(initiation), withInvalidKey(initiation), withRestrictedKey(initiation))],
  (replies) => replies.filter(({ operation }) => operation === initiation),
);

/** After every refused key, so that it also shows whether the full key still works. */
export const afterKeyRefusals: Probe<Aftermath> = probe('listings after offramps refused for their key', {
  mode: 'wrongKeys',
  minProfile: 'gate',
  from: [refusedKeyOrders, accepted(initiation), joined(...everyKeyRefusal)],
  send: async (service, tried, taken, _every): Promise<Aftermath> => {
    await demandFullKey(service);
    const { roles } = service;
    // The listing of the business would show an order that was kept for the wrong subaccount.
    return readAftermath(service, tried, taken, roles.has('business') ? [roles.business] : []);
  },
});

/** The service may accept, repeat or refuse the second order of one reference. */
export const repeatedReferences = perOperation((operation: 'onramp.initiate' | 'offramp.initiate') =>
  probe(repeatProbeOf(operation), {
    mode: 'orders',
    minProfile: 'gate',
    from: [accepted(operation)],
    send: async (service, [first]): Promise<readonly [first: Reply, again: Reply]> => {
      if (first === undefined) throw noneAccepted(operation);
      const known = service.run.repeated.get(operation);
      if (known !== undefined) return known;
      const { subaccountId, body } = first.request.input as Input<typeof operation>;
      const { run, api } = service;
      return [first, await run.openOrders.place(() => api.call(operation, { subaccountId, body }))];
    },
    select: () => {
      throw unshown('a reference for the second time');
    },
  }),
);
