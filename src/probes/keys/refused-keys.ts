import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Input, isError, isListing, isOrder, type OperationId, operationIds, ownParameter } from '#contract';
import type { KeyPlace, Reply } from '#evidence';
import { alteredKey, alteredKeys, isAlteredKey, unrelatedKeys } from '#generators';
import { enumerated } from '../drawn.ts';
import { exampleOf } from '../reads/reads.ts';
import { ifAllowed, joined, type Probe, perOperation, probe, type Service } from '../source.ts';
import { unlessBanned, unlessLockedOut } from './lock-out.ts';
import {
  authorizationOf,
  authorizations,
  describePlace,
  firstRefused,
  inHeader,
  mayLockOut,
  missingKeys,
  otherPlaces,
  otherRequests,
  type Presented,
  type PresentedKeys,
  presenting,
  presentingTo,
  turnOf,
} from './presented-keys.ts';

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

/** Keys that nobody has: some without anything of the valid one, others near it. */
const invalidKeys: PresentedKeys = (service, operation) => {
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
  return [...turnOf(unrelated, operation), ...altered.slice(0, maxRevealing), ...turnOf(others, operation, 3)];
};

/** Another probe stands for one where it shows the same, so that a service which may lock out is not asked twice. */
const sparingly = (
  asked: Probe<readonly Reply[]>,
  other: Probe<readonly Reply[]>,
  showsTheSame: (reply: Reply) => boolean,
): Probe<readonly Reply[]> => ({
  ...asked,
  from: [...asked.from, ifAllowed(other)],
  send: async (service, inputs) => {
    const [first, known = []] = inputs as readonly (readonly Reply[] | undefined)[];
    const isKnown = mayLockOut(service) && known.length > 0;
    return isKnown && known.every(showsTheSame) ? known : asked.send(service, [first]);
  },
});

/** A read of something absent, where a service may lock out: its invalid key comes first all the same. */
export const withInvalidKeyForTheAbsent = presenting(
  'an invalid key for an absent id',
  (service, operation) => {
    const parameter = ownParameter(operation);
    if (!mayLockOut(service) || isOrder(operation) || !parameter.endsWith('Id')) return [];
    return invalidKeys(service, operation).map((key) => ({
      ...key,
      description: `${key.description}, for an absent id`,
      input: { [parameter]: randomUUID() },
    }));
  },
  'gate',
);

/** Each operation with keys that nobody has. */
export const withInvalidKey = perOperation((operation: OperationId) =>
  sparingly(
    presenting('an invalid key', invalidKeys)(operation),
    withInvalidKeyForTheAbsent(operation),
    ({ status }) => status === 401,
  ),
);

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
    return [together, ...[...otherPlaces, ...authorizations].map((place) => inPlaces([place], describePlace(place)))];
  },
  'gate',
);

/** A key that is only elsewhere is a missing one where it is refused. */
export const withoutKey = perOperation((operation: OperationId) =>
  operation === 'balances.read'
    ? firstRefused
    : sparingly(presenting('a missing key', missingKeys)(operation), withMisplacedKey(operation), isError),
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
  unlessBanned(unlessLockedOut(presentingRestricted(operation), firstRefused, ({ status }) => status !== 403)),
);

/** What is asked for beside the example: another subaccount of the same account. */
const ofTheBusiness = ({ roles, profile }: Service, operation: OperationId): readonly Input<OperationId>[] =>
  profile !== 'smoke' && roles.has('business') && (operation === 'subaccount.read' || isListing(operation))
    ? [{ subaccountId: roles.business } as Input<OperationId>]
    : [];

/** Each operation with a valid key of another account; it is not refused for its form, so that no lock-out is to be feared. */
export const withOtherKey = perOperation((operation: OperationId) =>
  enumerated(`${operation} with a key of another account`, {
    mode: isOrder(operation) ? 'orders' : 'reads',
    cases: (service) => [exampleOf(service, operation), ...ofTheBusiness(service, operation)],
    describe: () => 'a key of another account',
    ask: ({ api, keys }, input) => api.as(inHeader(keys.other)).call(operation, input),
  }),
);

/** The balances that a key of another account shows, before deposits and after all orders. */
export const balancesOfAnother = joined(
  withOtherKey('balances.read'),
  probe('balances of another account after all orders', {
    mode: 'quiet',
    minProfile: 'gate',
    send: async ({ api, keys }) => [await api.as(inHeader(keys.other)).readBalances({})],
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
