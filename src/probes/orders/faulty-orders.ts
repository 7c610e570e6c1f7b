import { type OrderId, orderIds, type Profile } from '#contract';
import { type Reply, valueAt } from '#evidence';
import {
  emptied,
  type FaultyBody,
  isNoJsonObject,
  lenientlyRead,
  mistypedMembers,
  type NoJsonKind,
  noJson,
  noJsonKinds,
  withEachMemberNull,
  withoutEachMember,
  withoutUuids,
} from '#generators';
import { enumerated } from '../drawn.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, type Source } from '../source.ts';
import { dollarOfframp } from './order-body.ts';
import { plainOrder } from './valid-orders.ts';

interface Faulty {
  readonly minProfile?: Profile;
  readonly bodies: (service: Service, valid: unknown) => readonly FaultyBody[];
}

const faultyOrders = (operation: OrderId, what: string, { minProfile = 'gate', bodies }: Faulty) =>
  enumerated(`${operation} ${what}`, {
    mode: 'orders',
    minProfile,
    cases: (service) => bodies(service, plainOrder(service, operation).body),
    describe: ({ description }) => description,
    isOdd: () => true,
    ask: ({ api, roles }, { body }) => api.call(operation, { subaccountId: roles.individual, body }),
  });

/** Impostors of each member. */
const maxImpostors: Readonly<Record<Profile, number>> = {
  smoke: 1,
  gate: 1,
  deep: Number.POSITIVE_INFINITY,
};

/** Valid orders in which one member is of another JSON type, each member in turn. */
export const mistypedOrders = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'with a mistyped member', {
    bodies: (service, valid) => {
      const most = maxImpostors[service.profile];
      // The plainest order has no rail.
      const overWire =
        operation === 'offramp.initiate' ? mistypedMembers(dollarOfframp(service, 'WIRE'), 2 * most) : [];
      return [
        ...mistypedMembers(valid, most),
        ...overWire.filter(({ member }) => member === 'to.payment_rail'),
      ];
    },
  }),
);

/** Valid orders in which a UUID is none, each in turn; a deposit has none. */
export const ordersWithoutUuids = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'with a UUID that is none', { bodies: (_service, valid) => withoutUuids(valid) }),
);

/** The one order whose members the document calls required, so that a body without one, or none at all, is refused. */
const lightning = 'lightning-offramp.initiate';

/**
 * Valid orders without one of their members, each member in turn, and without any in one of their objects. A required member
 * that is null counts as missing.
 */
export const incompleteOrders = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'without a member', {
    minProfile: operation === lightning ? 'smoke' : 'gate',
    bodies: ({ profile }, valid) => {
      const lacking = withoutEachMember(valid);
      if (profile === 'smoke') return lacking;
      return [...lacking, ...(operation === lightning ? withEachMemberNull(valid) : []), ...emptied(valid)];
    },
  }),
);

/** The answers to lightning offramps that lack a member. */
export const lightningWithout = (member: 'recipient_id' | 'amount'): Source<readonly Reply[]> =>
  derive([incompleteOrders(lightning)], (replies) =>
    replies.filter(({ request }) => (valueAt(request.input.body, member) ?? null) === null),
  );

/** The positions at which texts are spoilt: the first of them in every profile. */
const places = [11, 40, 3];

/** Texts that a reader may well take for an order, and none at all. */
const likeliest: readonly NoJsonKind[] = ['array', 'string', 'trailing garbage', 'trailing comma', 'empty'];

/** The former and one of the latter, another one for each operation. */
const kindsOf = ({ profile }: Service, operation: OrderId): readonly NoJsonKind[] => {
  if (profile === 'smoke') return likeliest.slice(0, 1);
  if (profile === 'deep') return noJsonKinds;
  const others = noJsonKinds.filter((kind) => !likeliest.includes(kind));
  const own = others.filter((_, at) => at === orderIds.indexOf(operation));
  return [...likeliest, ...own];
};

const describeText = (kind: NoJsonKind): string => `a body that is no JSON object: ${kind}`;

/** Orders whose body is a text that is no JSON object. */
export const textsThatAreNoJson = perOperation((operation: OrderId) =>
  enumerated(`${operation} with a text that is no JSON object`, {
    mode: 'orders',
    minProfile: operation === lightning ? 'smoke' : 'gate',
    cases: (service) => {
      const { subaccountId, body } = plainOrder(service, operation);
      const tried = service.profile === 'deep' ? places : places.slice(0, 1);
      return kindsOf(service, operation).flatMap((kind) =>
        tried.map((place) => ({ subaccountId, kind, rawBody: noJson(body, kind, place) })),
      );
    },
    describe: ({ kind }) => describeText(kind),
    isOdd: () => true,
    ask: ({ api }, { subaccountId, rawBody }) =>
      api.call(operation, { subaccountId, body: undefined }, { rawBody }),
    isCase: ({ request }) => isNoJsonObject(request.sentBody ?? ''),
  }),
);

const leniently = new Set<string | undefined>(lenientlyRead.map(describeText));

/** The answers to texts in which not even a lenient reader finds an order. */
export const unreadableTexts = (operation: OrderId): Source<readonly Reply[]> =>
  derive([textsThatAreNoJson(operation)], (replies) =>
    replies.filter(({ request }) => !leniently.has(request.purpose.case)),
  );
