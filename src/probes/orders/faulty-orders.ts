import { listedIn, type OrderId, operationOf, orderIds } from '#contract';
import { changedAt, type Oddity, type Reply, type Setting, valueAt } from '#evidence';
import {
  type Cases,
  depositOrder,
  depositOrders,
  emptied,
  type FaultyBody,
  hasOddMember,
  isNoJsonObject,
  isRecasedAsset,
  isRecasedCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
  lenientlyRead,
  lightningOfframpOrder,
  mistypedMembers,
  type NoJsonKind,
  noJson,
  noJsonKinds,
  oddMember,
  oddTexts,
  ofTheSameShape,
  onrampOrder,
  onrampOrders,
  withEachMemberNull,
  withoutEachMember,
  withoutUuids,
} from '#generators';
import type { Profile } from '#run';
import { drawn, enumerated } from '../drawn.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, probe, type Source } from '../source.ts';
import { dollarOfframp, plainOrder, toNobody } from './valid-orders.ts';

/** A member of an order that has to be one of the values that the document lists. */
interface ListedMember {
  /** In words, for the names of probes and cases: orders, one value, many values. */
  readonly named: readonly [orders: string, article: string, one: string, many: string];
  readonly body: (setting: Setting, value?: string) => object;
  /** Orders of values outside the list. */
  readonly drawn: (setting: Setting) => Cases<object>;
  /** One of the list, one that is not, and one that is not and asked for in sequences alone. */
  readonly examples: readonly [listed: string, unlisted: string, inSequences: string];
  readonly isUnlisted: (sent: string | undefined) => boolean;
  readonly isRecased: (sent: string | undefined) => boolean;
}

const listedMembers = {
  'deposit.simulate': {
    named: ['deposits in', 'a', 'currency', 'currencies'],
    body: depositOrder,
    drawn: depositOrders,
    examples: ['BRL', 'JPY', 'CLP'],
    isUnlisted: isUnlistedCurrency,
    isRecased: isRecasedCurrency,
  },
  'onramp.initiate': {
    named: ['onramps of', 'an', 'asset', 'assets'],
    body: onrampOrder,
    drawn: onrampOrders,
    examples: ['USDC', 'EURC', 'PYUSD'],
    isUnlisted: isUnlistedAsset,
    isRecased: isRecasedAsset,
  },
} as const satisfies Readonly<Record<string, ListedMember>>;

/** An operation whose orders have such a member. */
export type ListedOrderId = keyof typeof listedMembers;

const pathOf = (operation: ListedOrderId): string => listedIn(operation)?.path ?? '';

const memberOf = (operation: ListedOrderId): ListedMember => listedMembers[operation];

/** An order that is valid but for a value outside the list. */
export const unlistedOrder = (setting: Setting, operation: ListedOrderId, isInSequence = false): object =>
  memberOf(operation).body(setting, memberOf(operation).examples[isInSequence ? 2 : 1]);

/** True where an order was sent with a value outside the list. */
export const isUnlisted = ({ operation, request }: Reply): boolean =>
  operation in listedMembers && memberOf(operation as ListedOrderId).isUnlisted(request.sentBody);

/** True of an order whose value is a blank text: it may be refused as a missing one is, in ways that the document does not show. */
export const isOfBlankValue = ({ operation, request }: Reply): boolean => {
  const value = valueAt(request.input.body, listedIn(operation)?.path ?? '');
  return typeof value === 'string' && value.trim() === '';
};

/** No gateway blocks these: a refusal of them is the service's own. */
const isPlainCode = (code: unknown): boolean => typeof code === 'string' && /^[A-Z_]{2,16}$/.test(code);

/** The values that are asked of the person and of the business: the likeliest to be taken by mistake. */
const maxOfBoth = 2;

const ofBoth = (service: Service, operation: ListedOrderId): readonly unknown[] =>
  memberOf(operation)
    .drawn(service)
    .examplesOf(service.turn)
    .slice(0, maxOfBoth)
    .map((body) => valueAt(body, pathOf(operation)));

/** Orders of drawn values outside the list. */
export const unlistedOrders = perOperation((operation: ListedOrderId) => {
  const { named, drawn: arbitrary } = memberOf(operation);
  const path = pathOf(operation);
  return drawn(`${named[0]} unlisted ${named[3]}`, {
    mode: 'orders',
    arbitrary,
    // A recipient or an account may be of the individual alone.
    ask: ({ api, roles }, body) => api.call(operation, { subaccountId: roles.subaccount, body }),
    isCase: isUnlisted,
    oddity: (body) => (isPlainCode(valueAt(body, path)) ? undefined : 'an odd value'),
  });
});

/** The likeliest of them, asked of the business too. */
export const businessUnlisted = perOperation((operation: ListedOrderId) => {
  const { named, body } = memberOf(operation);
  const [orders, , one, many] = named;
  return enumerated(`${orders} unlisted ${many}, of a business`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: (service) => ofBoth(service, operation).map(String),
    describe: (value) => `the ${one} ${value}`,
    ask: (service, value) =>
      service.api.call(operation, { subaccountId: service.roles.business, body: body(service, value) }),
    isCase: isUnlisted,
  });
});

/** Orders of a value that is no text, and so none of the listed ones either: not even where it holds one. */
export const mistypedValues = perOperation((operation: ListedOrderId) => {
  const { named, body, examples } = memberOf(operation);
  const path = pathOf(operation);
  const [orders, article, one] = named;
  const [listed] = examples;
  return enumerated(`${orders} ${article} ${one} that is no text`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: () => [7, true, [listed]],
    describe: (value) => `the ${one} ${JSON.stringify(value)}`,
    oddity: () => 'a wrong type',
    ask: (service, value) =>
      service.api.call(operation, {
        subaccountId: service.roles.subaccount,
        body: changedAt(body(service), path, value),
      }),
  });
});

/** Listed values in another letter case or with spaces: whether they are taken is open. */
export const recasedValues = perOperation((operation: ListedOrderId) => {
  const { named, body, examples, isRecased } = memberOf(operation);
  const [orders, , one] = named;
  const [code] = examples;
  return enumerated(`${orders} a recased ${one}`, {
    mode: 'orders',
    minProfile: 'gate',
    cases: () => [code.toLowerCase(), ` ${code} `],
    describe: (value) => (value.trim() === value ? `${one} in another case` : `${one} with spaces`),
    isOpen: () => true,
    ask: (service, value) =>
      service.api.call(operation, { subaccountId: service.roles.subaccount, body: body(service, value) }),
    isCase: ({ request }) => isRecased(request.sentBody),
  });
});

/** The one order whose members the document calls required, so that a body without one, or none at all, is refused. */
const lightning = 'lightning-offramp.initiate';

interface Faulty {
  readonly minProfile?: Profile;
  /** None for what no gateway blocks: it is JSON of the documented types. */
  readonly oddity: (faulty: FaultyBody) => Oddity | undefined;
  readonly bodies: (service: Service, valid: unknown) => readonly FaultyBody[];
}

const faultyOrders = (operation: OrderId, what: string, { minProfile = 'gate', oddity, bodies }: Faulty) =>
  enumerated(`${operation} ${what}`, {
    mode: 'orders',
    minProfile,
    cases: (service) => bodies(service, plainOrder(service, operation).body),
    describe: ({ description }) => description,
    oddity,
    isOpen: () => operation !== lightning,
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
    oddity: () => 'a wrong type',
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
  faultyOrders(operation, 'with a UUID that is none', {
    oddity: () => 'a malformed id',
    bodies: (_service, valid) => withoutUuids(valid),
  }),
);

/** A deposit to an account that nobody is likely to have, of the same form as the one that is set. */
export const strayDeposit = enumerated('a deposit to an unknown account', {
  mode: 'orders',
  minProfile: 'gate',
  cases: (service) => [plainOrder(service, 'deposit.simulate')],
  describe: () => 'another account of the same form',
  isOpen: () => true,
  ask: ({ api, order }, { subaccountId, body }) => {
    const accountNumber = ofTheSameShape(order.depositAccountNumber);
    return api.call('deposit.simulate', { subaccountId, body: { ...(body as object), accountNumber } });
  },
});

/**
 * Valid orders without one of their members, each member in turn, and without any in one of their objects. A required member
 * that is null counts as missing.
 */
export const incompleteOrders = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'without a member', {
    oddity: ({ member, body }) => (valueAt(body, member) === null ? 'a null' : undefined),
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

/** Kinds of text that are JSON all the same. */
const noObjects: ReadonlySet<NoJsonKind> = new Set(['array', 'string', 'another value']);

const describeText = (kind: NoJsonKind): string => `a body that is no JSON object: ${kind}`;

/** Orders whose body is a text that is no JSON object. */
export const brokenTexts = perOperation((operation: OrderId) =>
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
    oddity: ({ kind }) => (noObjects.has(kind) ? 'JSON that is no object' : 'malformed JSON'),
    isOpen: ({ kind }) => operation !== lightning || lenientlyRead.includes(kind),
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
    oddity: ({ kind }) => kind,
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
  derive([brokenTexts(operation)], (replies) => replies.filter(({ request }) => !leniently.has(request.purpose.case)));

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
    ask: (service, odd) => {
      const { api, roles } = service;
      const owner = operation === 'offramp.initiate' ? service.run.owners.get(roles.namedRecipient) : undefined;
      return api.call(operation, { subaccountId: owner ?? roles.subaccount, body: odd.body });
    },
    isCase: (reply) => isRefused(reply) && free.some((member) => hasOddMember(reply.request.sentBody, member)),
  });
});

const [bodyOf2, bodyOf1] = ['version 1 with the order of version 2', 'version 2 with the order of version 1'] as const;

const ofOtherVersion = { odd: 'the body of another version', invalid: true } as const;

/** An order of version 2, sent to version 1. */
export const version1WithOtherBody = probe(bodyOf2, {
  mode: 'orders',
  send: async (service) => [
    await service.api.about({ probe: bodyOf2, ...ofOtherVersion }).initiateLightningOfframp({
      subaccountId: service.roles.subaccount,
      body: dollarOfframp(service),
    }),
  ],
});

/** An order of version 1, sent to version 2. */
export const version2WithOtherBody = probe(bodyOf1, {
  mode: 'orders',
  send: async (service) => [
    await service.api.about({ probe: bodyOf1, ...ofOtherVersion }).initiateOfframp({
      subaccountId: service.roles.subaccount,
      body: lightningOfframpOrder(service, service.roles.lightningRecipient),
    }),
  ],
});
