import { type OrderId, operationOf, orderIds, type Profile } from '#contract';
import { type Reply, type Setting, valueAt } from '#evidence';
import {
  emptied,
  type FaultyBody,
  hasOddMember,
  isNoJsonObject,
  lenientlyRead,
  lightningOfframpOrder,
  mistypedMembers,
  type NoJsonKind,
  noJson,
  noJsonKinds,
  oddMember,
  oddTexts,
  ofTheSameShape,
  withEachMemberNull,
  withoutEachMember,
  withoutUuids,
} from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import { derive, perOperation, probe, type Service, type Source } from '../source.ts';
import { isUnlisted, unlistedOrder } from './unlisted.ts';
import { dollarOfframp, plainOrder, toNobody } from './valid-orders.ts';

interface Faulty {
  readonly minProfile?: Profile;
  /** False of what no gateway blocks: it is JSON of the documented types. */
  readonly isOdd?: (faulty: FaultyBody) => boolean;
  readonly bodies: (service: Service, valid: unknown) => readonly FaultyBody[];
}

const faultyOrders = (operation: OrderId, what: string, { minProfile = 'gate', isOdd = () => true, bodies }: Faulty) =>
  enumerated(`${operation} ${what}`, {
    mode: 'orders',
    minProfile,
    cases: (service) => bodies(service, plainOrder(service, operation).body),
    describe: ({ description }) => description,
    isOdd,
    ask: ({ api, roles }, { body }) => api.call(operation, { subaccountId: roles.subaccount, body }),
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
      const max = maxImpostors[service.profile];
      // The plainest order has no rail.
      const overWire = operation === 'offramp.initiate' ? mistypedMembers(dollarOfframp(service, 'WIRE'), 2 * max) : [];
      return [...mistypedMembers(valid, max), ...overWire.filter(({ member }) => member === 'to.payment_rail')];
    },
  }),
);

/** Valid orders in which a UUID is none, each in turn; a deposit has none. */
export const ordersWithoutUuids = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'with a UUID that is none', { bodies: (_service, valid) => withoutUuids(valid) }),
);

/** A deposit to an account that nobody is likely to have, of the same form as the one that is set. */
export const depositToAnUnknownAccount = enumerated('a deposit to an unknown account', {
  mode: 'orders',
  minProfile: 'gate',
  cases: (service) => [plainOrder(service, 'deposit.simulate')],
  describe: () => 'another account of the same form',
  ask: ({ api, order }, { subaccountId, body }) => {
    const accountNumber = ofTheSameShape(order.depositAccountNumber);
    return api.call('deposit.simulate', { subaccountId, body: { ...(body as object), accountNumber } });
  },
});

/** The one order whose members the document calls required, so that a body without one, or none at all, is refused. */
const lightning = 'lightning-offramp.initiate';

/**
 * Valid orders without one of their members, each member in turn, and without any in one of their objects. A required member
 * that is null counts as missing.
 */
export const incompleteOrders = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'without a member', {
    isOdd: ({ member, body }) => valueAt(body, member) === null,
    minProfile: operation === lightning ? 'smoke' : 'gate',
    bodies: ({ profile, embedded }, valid) => {
      const lacking = withoutEachMember(valid);
      if (profile === 'smoke') return lacking;
      // A service of others is sent what the document speaks of: nothing says that the members of other orders are required.
      const isAll = embedded || profile === 'deep' || operation === lightning;
      return [...lacking, ...(isAll ? withEachMemberNull(valid) : []), ...emptied(valid)];
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

/** Texts that a reader may take for an order, and none at all. */
const likeliest: readonly NoJsonKind[] = ['array', 'string', 'trailing garbage', 'trailing comma', 'empty'];

/** The former and one of the latter, another one for each operation. */
const kindsOf = ({ profile, embedded }: Service, operation: OrderId): readonly NoJsonKind[] => {
  if (profile === 'smoke') return likeliest.slice(0, 1);
  if (profile === 'deep') return noJsonKinds;
  // What reads JSON reads it for each operation: those of a service of others share the kinds, three each, by turns.
  if (!embedded && operation !== lightning) {
    const from = likeliest.length - ((3 * orderIds.indexOf(operation)) % likeliest.length);
    return likeliest.filter((_, at) => (at + from) % likeliest.length < 3);
  }
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
    ask: ({ api }, { subaccountId, rawBody }) => api.call(operation, { subaccountId, body: undefined }, { rawBody }),
    isCase: ({ request }) => isNoJsonObject(request.sentBody ?? ''),
  }),
);

/** An order that is refused for its value or its recipient, written as readers take it in different ways. */
export const oddlyWrittenOrders = perOperation((operation: OrderId) =>
  enumerated(`${operation} refused, in an odd text`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: (service) =>
      oddTexts(
        operation === 'deposit.simulate' || operation === 'onramp.initiate'
          ? unlistedOrder(service, operation)
          : toNobody(plainOrder(service, operation).body),
      ),
    describe: ({ description }) => description,
    isOdd: () => true,
    ask: ({ api, roles }, { rawBody, contentType }) =>
      api.call(
        operation,
        { subaccountId: roles.subaccount, body: undefined },
        { rawBody, ...(contentType && { contentType }) },
      ),
  }),
);

const leniently = new Set<string | undefined>(lenientlyRead.map(describeText));

/** The answers to texts in which not even a lenient reader finds an order. */
export const unreadableTexts = (operation: OrderId): Source<readonly Reply[]> =>
  derive([textsThatAreNoJson(operation)], (replies) =>
    replies.filter(({ request }) => !leniently.has(request.purpose.case)),
  );

type RefusedOrderId = Exclude<OrderId, 'lightning-offramp.initiate'>;

/** An order that a rule refuses. Throws `Untested` where a role is missing. */
const refusedOrder = (setting: Setting, operation: RefusedOrderId): object =>
  operation === 'offramp.initiate'
    ? dollarOfframp(setting, 'ACH', setting.roles.namedRecipient)
    : unlistedOrder(setting, operation);

/** True where the rule refuses what was really sent; nothing that is odd about an offramp touches its recipient or its rail. */
const isRefused = (reply: Reply): boolean => reply.operation === 'offramp.initiate' || isUnlisted(reply);

/** Orders that a rule refuses, each with a member that is odd in a way of which no rule speaks. */
export const oddOrders = perOperation((operation: RefusedOrderId) => {
  const free = operationOf(operation).order?.free ?? [];
  return drawn(`${operation} refused, with an odd member besides`, {
    mode: 'orders',
    minProfile: 'gate',
    arbitrary: (service) => oddMember(refusedOrder(service, operation)),
    ask: ({ api, roles }, odd) => api.call(operation, { subaccountId: roles.subaccount, body: odd.body }),
    isCase: (reply) => isRefused(reply) && free.some((member) => hasOddMember(reply.request.sentBody, member)),
  });
});

/** An order of version 2, sent to version 1. */
export const version1WithOtherBody = probe('version 1 with the order of version 2', {
  mode: 'orders',
  send: async (service) => [
    await service.api.initiateLightningOfframp({
      subaccountId: service.roles.subaccount,
      body: dollarOfframp(service),
    }),
  ],
});

/** An order of version 1, sent to version 2. */
export const version2WithOtherBody = probe('version 2 with the order of version 1', {
  mode: 'orders',
  send: async (service) => [
    await service.api.initiateOfframp({
      subaccountId: service.roles.subaccount,
      body: lightningOfframpOrder(service, service.roles.lightningRecipient),
    }),
  ],
});
