import fc from 'fast-check';
import { type Input, isError, isListing, isOrder, type OperationId, operationIds } from '#contract';
import type { Credential, KeyPlace, Reply } from '#evidence';
import { alteredKey, alteredKeys, isAlteredKey, unrelatedKeys } from '#generators';
import { enumerated } from '../drawn.ts';
import { exampleOf } from '../reads/reads.ts';
import type { Service } from '../service.ts';
import { ifAllowed, type Probe, perOperation } from '../source.ts';
import { authorizationOf, authorizations, describePlace, otherPlaces } from './key-places.ts';
import { unlessBanned, unlessLockedOut } from './lock-out.ts';
import { type OtherRequest, otherRequests } from './other-requests.ts';

interface Presented {
  readonly credential: Credential;
  readonly description: string;
  /** A key that no caller has, or in a place where a gateway expects another. */
  readonly odd?: true;
  /** Asks a listing for a page: a service may guard one way to it, and not the other. */
  readonly paged?: boolean;
  /** Asks for something else than the plain request does. */
  readonly input?: OtherRequest[1];
}

type PresentedKeys = (service: Service, operation: OperationId) => readonly Presented[];

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
    isOdd: ({ odd = false }) => odd,
    // A valid request: nothing but its key stands against it.
    ask: (service, { credential, paged = false, input: other = {} }) => {
      const example = { ...exampleOf(service, operation), ...other };
      const { firstPage: page, greatestLimit: limit } = service.facts;
      const input = paged && isListing(operation) ? { ...example, query: { page, limit } } : example;
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

/** A remote service may lock out who sends many refused keys, so that it gets one of a kind for each operation. */
const mayLockOut = ({ embedded }: Service): boolean => !embedded;

/** One of a kind, another for each operation, or for every so many of them. */
const turnOf = <T>(all: readonly T[], operation: OperationId, every = 1): readonly T[] => {
  const turn = Math.floor(operationIds.indexOf(operation) / every) % Math.max(1, all.length);
  return all.slice(turn, turn + 1);
};

const missingKeys: PresentedKeys = (service, operation) => {
  if (service.profile === 'smoke') return missing.slice(0, 1);
  return mayLockOut(service) ? turnOf(missing, operation) : missing;
};

/** The very first request without a right key: by it a service that changes its mind is known. */
const firstRefused = presentingTo('balances.read', 'a missing key', missingKeys);

/** The ways of altering a key by which services differ most: every operation is tried with them. */
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

/** Each operation with keys that nobody has: some without anything of the valid one, others near it. */
export const withInvalidKey = presenting('an invalid key', (service, operation) => {
  const { keys, profile } = service;
  // The plain path is asked without a key too, so that of one invalid key a page shows more.
  const presented = (all: ReturnType<typeof alteredKeys>): readonly Presented[] =>
    all.map(({ value, description }, at) => ({
      credential: inHeader(value),
      description,
      odd: true,
      paged: mayLockOut(service) || at % 2 === 0,
    }));
  const unrelated = presented(unrelatedKeys(keys.full, ...keys.others));
  const altered = presented(alteredKeys(keys.full, ...keys.others));
  if (profile === 'smoke' || mayLockOut(service)) {
    // Operations take turns between a key that has nothing of the valid one and one that is near it.
    const isUnrelated = operationIds.indexOf(operation) % 2 === 0 && unrelated.length > 0;
    return turnOf(isUnrelated ? unrelated : altered, operation, 2);
  }
  if (profile === 'deep') return [...unrelated, ...altered, ...drawnKeys(service)];
  // How keys are compared rarely depends on the operation: every third is tried with one of the other ways.
  const others = operationIds.indexOf(operation) % 3 === 0 ? altered.slice(maxRevealing) : [];
  return [
    ...turnOf(unrelated, operation),
    ...altered.slice(0, maxRevealing),
    ...turnOf(others, operation, 3),
  ];
});

/** Each operation with the key in places that the document does not name. */
export const withMisplacedKey = presenting(
  'a misplaced key',
  (service, operation) => {
    const { full: value } = service.keys;
    const inPlaces = (of: readonly KeyPlace[], where: string): Presented => ({
      credential: { in: 'other places', places: of, value },
      description: `the key in ${where}`,
      odd: true,
    });
    const authorization = authorizationOf(operation);
    const together = inPlaces(
      [...otherPlaces, authorization],
      `the query, a cookie and other headers, ${describePlace(authorization)} among them`,
    );
    if (service.profile !== 'deep' || mayLockOut(service)) return [together];
    return [
      together,
      ...[...otherPlaces, ...authorizations].map((place) => inPlaces([place], describePlace(place))),
    ];
  },
  'gate',
);

/**
 * A key that is only elsewhere is a missing one where it is refused, so that a service of which a lock-out is to be feared
 * is not asked twice.
 */
const sparingly = (operation: OperationId): Probe<readonly Reply[]> => {
  const asked = presenting('a missing key', missingKeys)(operation);
  const elsewhere = withMisplacedKey(operation);
  return {
    ...asked,
    from: [...asked.from, ifAllowed(elsewhere)],
    send: async (service, inputs) => {
      const [first, misplaced = []] = inputs as readonly (readonly Reply[] | undefined)[];
      const isKnown = mayLockOut(service) && misplaced.length > 0;
      const isRefused = misplaced.every(isError);
      return isKnown && isRefused ? misplaced : asked.send(service, [first]);
    },
  };
};

export const withoutKey = perOperation((operation: OperationId) =>
  operation === 'balances.read' ? firstRefused : sparingly(operation),
);

const presentingRestricted = (operation: OperationId) =>
  presentingTo(operation, 'a restricted key', (service) => {
    const { keys, profile } = service;
    const plain: Presented = { credential: inHeader(keys.restricted), description: 'the restricted key' };
    if (profile === 'smoke') return [plain];
    const also = (what: string, more: Pick<Presented, 'paged' | 'input'>): Presented => ({
      ...plain,
      ...more,
      description: `the restricted key, for ${what}`,
    });
    return [
      plain,
      ...(isListing(operation) ? [also('a page', { paged: true })] : []),
      ...otherRequests(service, operation).map(([what, input]) => also(what, { input })),
    ];
  });

/** Each operation with a valid key that lacks permission. */
export const withRestrictedKey = perOperation((operation: OperationId) =>
  unlessBanned(
    unlessLockedOut(presentingRestricted(operation), firstRefused, ({ status }) => status !== 403),
  ),
);

/** Each operation with a valid key of another account; it is not refused for its form, so that no lock-out is to be feared. */
export const withOtherKey = perOperation((operation: OperationId) =>
  enumerated(`${operation} with a key of another account`, {
    mode: isOrder(operation) ? 'orders' : 'reads',
    cases: (service) => [exampleOf(service, operation)],
    describe: () => 'a key of another account',
    ask: ({ api, keys }, input) => api.as(inHeader(keys.other)).call(operation, input),
  }),
);

/** The probes that send refused keys of one kind in the header, or none. */
export const headerRefusalsOf = (operation: OperationId): readonly Probe<readonly Reply[]>[] => [
  withoutKey(operation),
  withInvalidKey(operation),
  withRestrictedKey(operation),
];

/** Every probe that presents keys to be refused by one operation. */
export const keyRefusalsOf = (operation: OperationId): readonly Probe<readonly Reply[]>[] => [
  ...headerRefusalsOf(operation),
  withMisplacedKey(operation),
];

/** The probes that send refused keys of one kind, on every operation. */
export const keyRefusals: readonly Probe<readonly Reply[]>[] = operationIds.flatMap(headerRefusalsOf);

/** Has another probe that presents refused keys come after the first request without a right one. */
export const afterTheFirst = (made: Probe<readonly Reply[]>): Probe<readonly Reply[]> =>
  unlessLockedOut(made, firstRefused);

/** Every probe that presents keys to be refused. */
export const everyKeyRefusal: readonly Probe<readonly Reply[]>[] = operationIds.flatMap(keyRefusalsOf);

const ids = new Set(everyKeyRefusal.map(({ id }) => id));

/** True where a reply answers a key that is to be refused. */
export const isOfRefusedKey = ({ request }: Reply): boolean => ids.has(request.purpose.probe);

const restricted = new Set(operationIds.map((operation) => withRestrictedKey(operation).id));

/** True where it answers a key that the service does not know, so that 401 is due. */
export const isOfUnknownKey = (reply: Reply): boolean =>
  isOfRefusedKey(reply) && !restricted.has(reply.request.purpose.probe);
