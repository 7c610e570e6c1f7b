import { noneAccepted } from '#attribution';
import { CallRefused } from '#client';
import type { Input } from '#contract';
import { idIn, type Reply, Untested } from '#evidence';
import { demandFullKey } from '../keys/lock-out.ts';
import { everyKeyRefusal, withInvalidKey, withoutKey, withRestrictedKey } from '../keys/refused-keys.ts';
import { wholeWalk } from '../listings/listing.ts';
import { idsOf, type Page } from '../listings/page.ts';
import { eventually, lastOf } from '../patience.ts';
import { ordersToNobody } from '../reads/absent.ts';
import { derive, joined, type Probe, perOperation, probe, type Service, type Source, unshown } from '../source.ts';
import { repeatedIn, repeatProbeOf } from './order-balances.ts';
import { accepted } from './orders.ts';
import { ordersAgainstRails, ordersToIncomplete } from './rails.ts';
import { asUnverified, dollarOfframp } from './valid-orders.ts';

/** The listings after orders were refused. */
export interface Aftermath {
  /** Answers to the orders that are to be refused, whether they were or not. */
  readonly tried: readonly Reply[];
  /** Orders of the individual that were accepted before them. */
  readonly accepted: readonly Reply[];
  /** All pages of every subaccount for which an order was tried. */
  readonly pages: readonly Page[];
}

const walkOf = (service: Service, subaccountId: string): Promise<readonly Page[]> =>
  wholeWalk(service, 'offramp.list', subaccountId);

/** Does what can be done: undefined where a role or a permission is missing. */
const ifPossible = async <T>(part: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await part();
  } catch (error) {
    if (error instanceof Untested || (error instanceof CallRefused && error.kind !== 'budget')) return undefined;
    throw error;
  }
};

/** True where one of the orders stands on a page. */
export const shows = (pages: readonly Page[], orders: readonly Reply[]): boolean => {
  const ids = new Set(idsOf(pages));
  return orders.some(({ body }) => ids.has(idIn(body) ?? ''));
};

/** Reads the listings once the accepted orders show: then a refused one that was kept would show too. */
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
  // Whether the listing of a subaccount that may do nothing is served is open.
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

/** An order that would be valid for another subaccount; not there where no such subaccount is. */
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

/** Those requests with refused keys that order offramps. */
const refusedKeyOrders: Source<readonly Reply[]> = derive(
  [joined(withoutKey(initiation), withInvalidKey(initiation), withRestrictedKey(initiation))],
  (replies) => replies.filter(({ operation }) => operation === initiation),
);

/** The listing once every refused key was sent, so that it shows too whether the full key works still. */
export const afterKeyRefusals: Probe<Aftermath> = probe('listings after offramps refused for their key', {
  mode: 'wrongKeys',
  minProfile: 'gate',
  from: [refusedKeyOrders, accepted(initiation), joined(...everyKeyRefusal)],
  send: async (service, tried, taken, _every): Promise<Aftermath> => {
    await demandFullKey(service);
    const { roles } = service;
    // Its listing would show an order that was kept for another subaccount.
    return readAftermath(service, tried, taken, roles.has('business') ? [roles.business] : []);
  },
});

/** An accepted order, and the answer to the same with the same reference: it may be accepted, repeated or refused. */
export const repeatedReferences = perOperation((operation: 'onramp.initiate' | 'offramp.initiate') =>
  probe(repeatProbeOf(operation), {
    mode: 'orders',
    minProfile: 'gate',
    from: [accepted(operation)],
    send: async (service, [first]): Promise<readonly [first: Reply, again: Reply]> => {
      if (first === undefined) throw noneAccepted(operation);
      const known = repeatedIn(service).get(operation);
      if (known !== undefined) return known;
      const { subaccountId, body } = first.request.input as Input<typeof operation>;
      return [first, await service.api.call(operation, { subaccountId, body })];
    },
    select: () => {
      throw unshown('a reference for the second time');
    },
  }),
);
