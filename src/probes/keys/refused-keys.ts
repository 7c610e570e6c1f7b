import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  type Input,
  isListing,
  isOrder,
  listings,
  type OperationId,
  operationIds,
  ownParameter,
  readOf,
} from '#contract';
import { type Credential, type KeyPlace, type Reply, valueAt } from '#evidence';
import { alteredKey, alteredKeys, isAlteredKey, unrelatedKeys } from '#generators';
import { isError, isKeyRefusal, isRefusal, roleOf } from '#run';
import { enumerated } from '../drawn.ts';
import { walks } from '../listings/listing.ts';
import { surveys } from '../listings/listing-survey.ts';
import { ordersOf } from '../orders/valid-orders.ts';
import { exampleOf } from '../reads/reads.ts';
import type { Service } from '../service.ts';
import { available, ifAllowed, joined, noReplies, type Probe, perOperation, probe } from '../source.ts';
import { unlessBanned, unlessLockedOut } from './lock-out.ts';

const places = (of: KeyPlace['in'], ...names: readonly string[]): readonly KeyPlace[] =>
  names.map((name) => ({ in: of, name }));

const otherPlaces: readonly KeyPlace[] = [
  ...places('query', 'x-api-key', 'api_key', 'apikey', 'key', 'token', 'access_token'),
  ...places('cookie', 'x-api-key'),
  ...places('header', 'api-key', 'apikey'),
];

/** A request can have only one `Authorization` header. */
const authorizations: readonly KeyPlace[] = [
  { in: 'header', name: 'authorization', scheme: 'Bearer' },
  { in: 'header', name: 'authorization', scheme: 'Basic' },
  { in: 'header', name: 'authorization' },
];

/** Each operation gets another form of the header, because a service rarely reads the header in one operation only. */
export const authorizationOf = (operation: OperationId, turn = 0): KeyPlace =>
  authorizations[(operationIds.indexOf(operation) + turn) % authorizations.length] as KeyPlace;

const describePlace = ({ in: part, name, scheme }: KeyPlace): string =>
  `the ${part} ${name}${scheme === undefined ? '' : ` as ${scheme}`}`;

type OtherRequest = readonly [what: string, input: Readonly<Record<string, unknown>>];

const isOfAnySubaccount = (operation: OperationId): boolean =>
  operation === 'subaccount.read' || isListing(operation) || isOrder(operation);

const secondRecord = ({ roles, order }: Service, operation: OperationId): readonly OtherRequest[] => {
  const parameter = ownParameter(operation);
  const role = roleOf(parameter);
  const ids = role !== 'individual' && roles.has(role) ? [roles[role]].flat() : [];
  const values = parameter === 'currency' ? order.taxonomyCurrencies : ids;
  return values.slice(1, 2).map((value) => ['another record', { [parameter]: value }]);
};

const businessRecord = ({ run, roles }: Service, operation: OperationId): readonly OtherRequest[] => {
  const id = run.businessRecords.get(operation);
  if (id === undefined || !roles.has('business')) return [];
  return [['a record of the business', { subaccountId: roles.business, [ownParameter(operation)]: id }]];
};

const secondOrder = (service: Service, operation: OperationId): readonly OtherRequest[] => {
  if (!isOrder(operation)) return [];
  const others = ordersOf(service, operation).filter(
    ({ typical, traits = {} }) => typical && !traits.role && !traits.isPlain && !traits.inUtf8,
  );
  return others.slice(-1).map(({ kind, body }) => [`an order ${kind}`, { body: body(service) }]);
};

/** A service may check a permission only for some subaccounts, records or kinds of orders. */
const otherRequests = (service: Service, operation: OperationId): readonly OtherRequest[] => [
  ...(isOfAnySubaccount(operation) && service.roles.has('business')
    ? [['the business', { subaccountId: service.roles.business }] as const]
    : []),
  ...secondRecord(service, operation),
  ...businessRecord(service, operation),
  ...secondOrder(service, operation),
];

export interface Presented {
  readonly credential: Credential;
  readonly description: string;
  /** An unlikely key, or a key in a place where a gateway expects another one. */
  readonly odd?: true;
  /** The page of a listing, because a service may check the key for some pages only. */
  readonly page?: 'first' | 'second' | undefined;
  readonly input?: OtherRequest[1];
}

export type PresentedKeys = (service: Service, operation: OperationId) => readonly Presented[];

const presentingTo = (
  operation: OperationId,
  what: string,
  keys: PresentedKeys,
  minProfile: 'smoke' | 'gate' = 'smoke',
) =>
  enumerated(`${operation} with ${what}`, {
    mode: 'wrongKeys',
    minProfile,
    cases: (service) => keys(service, operation),
    describe: ({ description }) => description,
    oddity: ({ odd = false }) => (odd ? 'a wrong key' : undefined),
    isCase: (reply) => !isForCapitals(reply),
    // The request is valid except for its key.
    ask: (service, { credential, page, input: other = {} }) => {
      const example = { ...exampleOf(service, operation), ...other };
      const first = { page: 1, limit: service.facts.greatestLimit };
      // A page past the end may be refused before the key is checked.
      const query = (page === 'second' && service.run.secondPages.get(operation)) || first;
      const input = page !== undefined && isListing(operation) ? { ...example, query } : example;
      return service.api.as(credential).call(operation, input as Input<typeof operation>);
    },
  });

const presenting = (what: string, keys: PresentedKeys, minProfile: 'smoke' | 'gate' = 'smoke') =>
  perOperation((operation: OperationId) =>
    unlessLockedOut(presentingTo(operation, what, keys, minProfile), firstRefused),
  );

const inHeader = (value: string): Credential => ({ in: 'header', value });

const missing: readonly Presented[] = [
  { credential: { in: 'none' }, description: 'no key' },
  { credential: inHeader(''), description: 'an empty key' },
];

/** A remote service may lock out a caller after many refused keys, so each operation gets one key of a kind. */
const mayLockOut = ({ embedded }: Service): boolean => !embedded;

/** One element for each operation, shifted by the seed; `every` neighbouring operations share an element. */
const turnOf = <T>({ turn }: Service, all: readonly T[], operation: OperationId, every = 1): readonly T[] => {
  const own = Math.floor((operationIds.indexOf(operation) + turn) / every) % Math.max(1, all.length);
  return all.slice(own, own + 1);
};

/** Some services accept a request without any key: two operations, chosen by the seed, get such a request. */
const getsNone = ({ turn }: Service, operation: OperationId): boolean =>
  [2, 2 + Math.floor(operationIds.length / 2)].includes((operationIds.indexOf(operation) + turn) % operationIds.length);

const missingKeys: PresentedKeys = (service, operation) => {
  if (service.profile === 'smoke') return missing.slice(0, 1);
  if (!mayLockOut(service)) return missing;
  return getsNone(service, operation) ? missing.slice(0, 1) : turnOf(service, missing, operation);
};

/** The first request with a refused key shows whether the service changes its answer later. */
const firstRefused = presentingTo('balances.read', 'a missing key', missingKeys);

/** Altered keys for every operation: services differ most often in these. */
const maxRevealing = 4;

const drawnKeys = ({ keys, seed }: Service): readonly Presented[] =>
  fc
    .sample(alteredKey(keys.full, ...keys.others), { seed, numRuns: 40 })
    .filter((value) => isAlteredKey(value, keys.full, ...keys.others))
    .map((value) => ({
      credential: inHeader(value),
      description: 'a drawn alteration of the key',
      odd: true,
    }));

const askedPage = ({ turn }: Service, operation: OperationId, at: number): Presented['page'] =>
  ((operation === 'offramp.list' ? 0 : 1) + Math.floor(at / 2) + turn) % 2 === 0 ? 'first' : 'second';

const afterListings = <T>(operation: OperationId, made: Probe<T>): Probe<T> => ({
  ...made,
  from: [
    ...made.from,
    ...listings.flatMap((listing) => {
      if (readOf(listing) === operation) return [ifAllowed(walks(listing))];
      return listing === operation ? [available<unknown>(noReplies, surveys(listing))] : [];
    }),
  ],
});

const invalidKeys: PresentedKeys = (service, operation) => {
  const { keys, profile, turn } = service;
  const place = operationIds.indexOf(operation) + turn;
  // The plain path is also requested without a key, so that a page reveals more about one invalid key.
  const presented = (all: ReturnType<typeof alteredKeys>): readonly Presented[] =>
    all.map(({ value, description }, at) => ({
      credential: inHeader(value),
      description,
      odd: true,
      page: mayLockOut(service) || at % 2 === 0 ? askedPage(service, operation, at) : undefined,
    }));
  const unrelated = presented(unrelatedKeys(keys.full, ...keys.others));
  const altered = presented(alteredKeys(keys.full, ...keys.others));
  if (profile === 'smoke' || mayLockOut(service)) {
    // Operations alternate between a key unlike the valid one and a key similar to it.
    const isUnrelated = place % 2 === 0 && unrelated.length > 0;
    return turnOf(service, isUnrelated ? unrelated : altered, operation, 2);
  }
  if (profile === 'deep') return [...unrelated, ...altered, ...drawnKeys(service)];
  // Key comparison rarely depends on the operation, so every third operation tries the other alterations.
  const others = place % 3 === 0 ? altered.slice(maxRevealing) : [];
  return [
    ...turnOf(service, unrelated, operation),
    ...altered.slice(0, maxRevealing),
    ...turnOf(service, others, operation, 3),
  ];
};

/**
 * Leaves out a probe if another probe shows the same, because a service that may lock out a caller should get few
 * requests.
 */
const sparingly = (
  asked: Probe<readonly Reply[]>,
  other: Probe<readonly Reply[]>,
  showsTheSame: (reply: Reply) => boolean,
  isMeant: (service: Service) => boolean = () => true,
): Probe<readonly Reply[]> => ({
  ...asked,
  from: [...asked.from, ifAllowed(other)],
  send: async (service, inputs) => {
    const [first, known = []] = inputs as readonly (readonly Reply[] | undefined)[];
    const isKnown = mayLockOut(service) && isMeant(service) && known.length > 0;
    return isKnown && known.every(showsTheSame) ? known : asked.send(service, [first]);
  },
});

const isInCapitals = ({ turn }: Service, operation: OperationId): boolean =>
  (operationIds.indexOf(operation) + turn) % 4 === 1;

const capitalsCase = 'an id in capitals';

/** A router that knows only lower-case ids refuses such an id before it checks the key. */
export const isForCapitals = (reply: Reply): boolean =>
  reply.request.purpose.case?.endsWith(capitalsCase) === true && isRefusal(reply) && !isKeyRefusal(reply);

/** An absent id or, for every fourth operation, the id in capitals: a check of keys may know only one letter case. */
const otherIdFor = (service: Service, operation: OperationId, { description }: Presented) => {
  const parameter = ownParameter(operation);
  const own = valueAt(exampleOf(service, operation), parameter);
  const capitals = String(own).toUpperCase();
  return isInCapitals(service, operation) && capitals !== own
    ? { description: `${description}, for ${capitalsCase}`, input: { [parameter]: capitals } }
    : { description: `${description}, for an absent id`, input: { [parameter]: randomUUID() } };
};

/** For a service that may lock out a caller: it checks the invalid key before the absent id. */
export const invalidKeyForAbsent = presenting(
  'an invalid key for an absent id',
  (service, operation) => {
    const parameter = ownParameter(operation);
    if (!mayLockOut(service) || isOrder(operation) || !parameter.endsWith('Id')) return [];
    return invalidKeys(service, operation).map((key) => ({ ...key, ...otherIdFor(service, operation, key) }));
  },
  'gate',
);

export const withInvalidKey = perOperation((operation: OperationId) =>
  afterListings(
    operation,
    sparingly(
      presenting('an invalid key', invalidKeys)(operation),
      invalidKeyForAbsent(operation),
      ({ status }) => status === 401,
    ),
  ),
);

export const withMisplacedKey = presenting(
  'a misplaced key',
  (service, operation) => {
    const { full: value } = service.keys;
    const inPlaces = (of: readonly KeyPlace[], where: string): Presented => ({
      credential: { in: 'other places', places: of, value },
      description: `the key in ${where}`,
      odd: true,
    });
    const authorization = authorizationOf(operation, service.turn);
    const together = service.hasLogin
      ? inPlaces(otherPlaces, 'the query, a cookie and other headers')
      : inPlaces(
          [...otherPlaces, authorization],
          `the query, a cookie and other headers, ${describePlace(authorization)} among them`,
        );
    if (service.profile !== 'deep' || mayLockOut(service)) return [together];
    const alone = service.hasLogin ? otherPlaces : [...otherPlaces, ...authorizations];
    return [together, ...alone.map((place) => inPlaces([place], describePlace(place)))];
  },
  'gate',
);

/** If the service refuses a misplaced key, the key counts as missing. */
export const withoutKey = perOperation((operation: OperationId) =>
  operation === 'balances.read'
    ? firstRefused
    : sparingly(
        presenting('a missing key', missingKeys)(operation),
        withMisplacedKey(operation),
        isError,
        (service) => !getsNone(service, operation),
      ),
);

const presentingRestricted = (operation: OperationId) =>
  presentingTo(operation, 'a restricted key', (service) => {
    const { keys, profile } = service;
    const plain: Presented = { credential: inHeader(keys.restricted), description: 'the restricted key' };
    if (profile === 'smoke') return [plain];
    const also = (what: string, more: Pick<Presented, 'page' | 'input'>): Presented => ({
      ...plain,
      ...more,
      description: `the restricted key, for ${what}`,
    });
    return [
      plain,
      ...(isListing(operation) ? [also('the second page', { page: 'second' })] : []),
      ...otherRequests(service, operation).map(([what, input]) => also(what, { input })),
    ];
  });

export const withRestrictedKey = perOperation((operation: OperationId) =>
  afterListings(
    operation,
    unlessBanned(unlessLockedOut(presentingRestricted(operation), firstRefused, ({ status }) => status !== 403)),
  ),
);

const businessInputs = ({ roles, profile }: Service, operation: OperationId): readonly Input<OperationId>[] =>
  profile !== 'smoke' && roles.has('business') && (operation === 'subaccount.read' || isListing(operation))
    ? [{ subaccountId: roles.business } as Input<OperationId>]
    : [];

/** The key has a valid form, so no lock-out is expected. */
export const withOtherKey = perOperation((operation: OperationId) =>
  afterListings(
    operation,
    enumerated(`${operation} with a key of another account`, {
      mode: isOrder(operation) ? 'orders' : 'reads',
      cases: (service) => [
        exampleOf(service, operation),
        ...businessInputs(service, operation),
        ...businessRecord(service, operation).map(([, input]) => input as Input<OperationId>),
      ],
      describe: () => 'a key of another account',
      ask: ({ api, keys }, input) => api.as(inHeader(keys.other)).call(operation, input),
    }),
  ),
);

/** Balances shown to a key of another account, before deposits and after all orders. */
export const balancesOfAnother = joined(
  withOtherKey('balances.read'),
  probe('balances of another account after all orders', {
    mode: 'quiet',
    minProfile: 'gate',
    send: async ({ api, keys }) => [await api.as(inHeader(keys.other)).readBalances({})],
  }),
);

export const headerRefusalsOf = (operation: OperationId): readonly Probe<readonly Reply[]>[] => [
  withoutKey(operation),
  withInvalidKey(operation),
  withRestrictedKey(operation),
];

export const keyRefusalsOf = (operation: OperationId): readonly Probe<readonly Reply[]>[] => [
  ...headerRefusalsOf(operation),
  withMisplacedKey(operation),
];

export const keyRefusals: readonly Probe<readonly Reply[]>[] = operationIds.flatMap(headerRefusalsOf);

export const afterTheFirst = (made: Probe<readonly Reply[]>): Probe<readonly Reply[]> =>
  unlessLockedOut(made, firstRefused);

export const everyKeyRefusal: readonly Probe<readonly Reply[]>[] = operationIds.flatMap(keyRefusalsOf);

const ids = new Set(everyKeyRefusal.map(({ id }) => id));

export const hasRefusedKey = ({ request }: Reply): boolean => ids.has(request.purpose.probe);

const restricted = new Set(operationIds.map((operation) => withRestrictedKey(operation).id));

/** True if the service does not know the key, so that it must answer 401. */
export const hasUnknownKey = (reply: Reply): boolean =>
  hasRefusedKey(reply) && !restricted.has(reply.request.purpose.probe);
