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
  onrampOrder,
  onrampOrders,
  sameShape,
  withNulls,
  withoutEachMember,
  withoutUuids,
} from '#generators';
import type { Profile } from '#run';
import { drawn, enumerated } from '../drawn.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, probe, type Source } from '../source.ts';
import { dollarOfframp, plainOrder, toNobody } from './valid-orders.ts';

interface ListedMember {
  /** Words for names of probes and cases: orders, article, one value, many values. */
  readonly named: readonly [orders: string, article: string, one: string, many: string];
  readonly body: (setting: Setting, value?: string) => object;
  readonly drawn: (setting: Setting) => Cases<object>;
  /** A listed value, an unlisted value, and an unlisted value for sequences only. */
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

export type ListedOrderId = keyof typeof listedMembers;

const pathOf = (operation: ListedOrderId): string => listedIn(operation)?.path ?? '';

const memberOf = (operation: ListedOrderId): ListedMember => listedMembers[operation];

export const unlistedOrder = (setting: Setting, operation: ListedOrderId, isInSequence = false): object =>
  memberOf(operation).body(setting, memberOf(operation).examples[isInSequence ? 2 : 1]);

export const isUnlisted = ({ operation, request }: Reply): boolean =>
  operation in listedMembers && memberOf(operation as ListedOrderId).isUnlisted(request.sentBody);

/** A service may refuse a blank text as missing, in a form that the document does not show. */
export const hasBlankValue = ({ operation, request }: Reply): boolean => {
  const value = valueAt(request.input.body, listedIn(operation)?.path ?? '');
  return typeof value === 'string' && value.trim() === '';
};

/** No gateway blocks such values, so the refusal comes from the service. */
const isPlainCode = (code: unknown): boolean => typeof code === 'string' && /^[A-Z_]{2,16}$/.test(code);

/** The most likely values are tried for the individual and the business subaccount. */
const maxOfBoth = 2;

const ofBoth = (service: Service, operation: ListedOrderId): readonly unknown[] =>
  memberOf(operation)
    .drawn(service)
    .examplesOf(service.turn)
    .slice(0, maxOfBoth)
    .map((body) => valueAt(body, pathOf(operation)));

export const unlistedOrders = perOperation((operation: ListedOrderId) => {
  const { named, drawn: arbitrary } = memberOf(operation);
  const path = pathOf(operation);
  return drawn(`${named[0]} unlisted ${named[3]}`, {
    mode: 'orders',
    arbitrary,
    // A recipient or account may belong only to the individual subaccount.
    ask: ({ api, roles }, body) => api.call(operation, { subaccountId: roles.subaccount, body }),
    isCase: isUnlisted,
    oddity: (body) => (isPlainCode(valueAt(body, path)) ? undefined : 'an invalid value'),
  });
});

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

/** A value of another type than string is no listed value, also if it contains one. */
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

/** Other letter case or spaces. The document does not say whether a service accepts them. */
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

/** The document calls only the members of this order required, so a service must refuse a body without one. */
const lightning = 'lightning-offramp.initiate';

interface Faulty {
  readonly minProfile?: Profile;
  /** Undefined for JSON of the documented types, which no gateway blocks. */
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

const maxImpostors: Readonly<Record<Profile, number>> = {
  smoke: 1,
  gate: 1,
  deep: Number.POSITIVE_INFINITY,
};

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

/** An order with one invalid UUID, each UUID in turn; a deposit has none. */
export const ordersWithoutUuids = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'with a UUID that is none', {
    oddity: () => 'a malformed id',
    bodies: (_service, valid) => withoutUuids(valid),
  }),
);

/** The unknown account has the same form as the configured one. */
export const strayDeposit = enumerated('a deposit to an unknown account', {
  mode: 'orders',
  minProfile: 'gate',
  cases: (service) => [plainOrder(service, 'deposit.simulate')],
  describe: () => 'another account of the same form',
  isOpen: () => true,
  ask: ({ api, order }, { subaccountId, body }) => {
    const accountNumber = sameShape(order.depositAccountNumber);
    return api.call('deposit.simulate', { subaccountId, body: { ...(body as object), accountNumber } });
  },
});

/**
 * Valid orders without one of their members, each member in turn, and without all members of one object. A required
 * member that is null counts as missing.
 */
export const incompleteOrders = perOperation((operation: OrderId) =>
  faultyOrders(operation, 'without a member', {
    oddity: ({ member, body }) => (valueAt(body, member) === null ? 'a null' : undefined),
    minProfile: operation === lightning ? 'smoke' : 'gate',
    bodies: ({ profile, embedded }, valid) => {
      const lacking = withoutEachMember(valid);
      if (profile === 'smoke') return lacking;
      // A remote service gets only cases from the document, which does not call members of other orders required.
      const isAll = embedded || profile === 'deep' || operation === lightning;
      return [...lacking, ...(isAll ? withNulls(valid) : []), ...emptied(valid)];
    },
  }),
);

export const lightningWithout = (member: 'recipient_id' | 'amount'): Source<readonly Reply[]> =>
  derive([incompleteOrders(lightning)], (replies) =>
    replies.filter(({ request }) => (valueAt(request.input.body, member) ?? null) === null),
  );

const places = [11, 40, 3];

const likeliest: readonly NoJsonKind[] = ['array', 'string', 'trailing garbage', 'trailing comma', 'empty'];

const kindsOf = ({ profile, embedded }: Service, operation: OrderId): readonly NoJsonKind[] => {
  if (profile === 'smoke') return likeliest.slice(0, 1);
  if (profile === 'deep') return noJsonKinds;
  // One parser reads the JSON of all operations, so the operations of a remote service share the kinds, three each.
  if (!embedded && operation !== lightning) {
    const from = likeliest.length - ((3 * orderIds.indexOf(operation)) % likeliest.length);
    return likeliest.filter((_, at) => (at + from) % likeliest.length < 3);
  }
  const others = noJsonKinds.filter((kind) => !likeliest.includes(kind));
  const own = others.filter((_, at) => at === orderIds.indexOf(operation));
  return [...likeliest, ...own];
};

/** These kinds of text are JSON, but no object. */
const noObjects: ReadonlySet<NoJsonKind> = new Set(['array', 'string', 'another value']);

const describeText = (kind: NoJsonKind): string => `a body that is no JSON object: ${kind}`;

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

/** An invalid value or recipient, written in a way that parsers read differently. */
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

/** Texts in which even a lenient parser finds no order. */
export const unreadableTexts = (operation: OrderId): Source<readonly Reply[]> =>
  derive([brokenTexts(operation)], (replies) => replies.filter(({ request }) => !leniently.has(request.purpose.case)));

type RefusedOrderId = Exclude<OrderId, 'lightning-offramp.initiate'>;

const refusedOrder = (setting: Setting, operation: RefusedOrderId): object =>
  operation === 'offramp.initiate'
    ? dollarOfframp(setting, 'ACH', setting.roles.namedRecipient)
    : unlistedOrder(setting, operation);

/** The invalid part of an offramp does not affect its recipient or rail. */
const isRefused = (reply: Reply): boolean => reply.operation === 'offramp.initiate' || isUnlisted(reply);

/** Orders that a rule refuses, each with an additional invalid member that no rule mentions. */
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

const otherVersion = { odd: 'the body of another version', invalid: true } as const;

export const mixedVersion1 = probe(bodyOf2, {
  mode: 'orders',
  send: async (service) => [
    await service.api.about({ probe: bodyOf2, ...otherVersion }).initiateLightningOfframp({
      subaccountId: service.roles.subaccount,
      body: dollarOfframp(service),
    }),
  ],
});

export const mixedVersion2 = probe(bodyOf1, {
  mode: 'orders',
  send: async (service) => [
    await service.api.about({ probe: bodyOf1, ...otherVersion }).initiateOfframp({
      subaccountId: service.roles.subaccount,
      body: lightningOfframpOrder(service, service.roles.lightningRecipient),
    }),
  ],
});
