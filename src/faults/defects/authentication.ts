import { listings, type OperationId, operationIds, personal } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies, sandboxKeys } from '#sandbox';
import { against, type Fault, forEachWay } from '../fault.ts';
import { isOfBusiness, keyOf } from '../requests.ts';
import { answering } from '../rewriting.ts';

type Rules = Policies['authentication'];
type Keys = Parameters<Rules['recognise']>[1];
type Presented = Parameters<Rules['presented']>[0];

const defaults = defaultPolicies.authentication;

const guarding = (authentication: Partial<Rules>): PartialPolicies => ({ authentication });

/** Recognises a key at one operation as one of a kind, where the condition holds. */
const taking = (
  operation: OperationId,
  isTaken: (key: string | undefined, keys: Keys) => boolean,
  kind: keyof Keys | 'none' = 'full',
) =>
  guarding({
    recognise: (key, keys, asked) => {
      if (asked !== operation || !isTaken(key, keys)) return defaults.recognise(key, keys, asked);
      return kind === 'none' ? undefined : kind;
    },
  });

/** Finds the key elsewhere too, where the header lacks it; this applies to all operations. */
const keyAlsoIn = (elsewhere: (request: Presented) => unknown) =>
  guarding({
    presented: (request, operation) => {
      const found = defaults.presented(request, operation) ?? elsewhere(request);
      return typeof found === 'string' ? found : undefined;
    },
  });

const headerOf = ({ headers }: Presented, name: string): string => String(headers[name] ?? '');

const missingKeys = (operation: OperationId) =>
  against(`${operation}/refuses-a-missing-key`, {
    'A request without a key is served.': taking(operation, (key) => key === undefined),
    'A request with an empty key is served.': taking(operation, (key) => key === ''),
  });

const isNear = (key: string, full: string): boolean => {
  const [one, other] = [key.toLowerCase(), full.toLowerCase()];
  return one.slice(1) === other.slice(1) || one.slice(0, 4) === other.slice(0, 4) || one.includes(other);
};

type KeyComparison = (key: string, full: string) => boolean;

const comparisons: Readonly<Record<string, KeyComparison>> = {
  'The beginning of the key is enough.': (key, full) => full.startsWith(key),
  'What follows the key does not count.': (key, full) => key.startsWith(full),
  'What precedes the key does not count.': (key, full) => key.endsWith(full),
  'The letter case does not count.': (key, full) => key.toLowerCase() === full.toLowerCase(),
  'Any key is accepted.': () => true,
  'Any key is accepted that has nothing of a valid one.': (key, full) => !isNear(key, full),
};

type Kind = ReturnType<Rules['recognise']>;

/** Takes a key for one of another kind where a listing is asked for a page: only its plain path is guarded. */
const takingForPages = (operation: OperationId, takenFor: (kind: Kind) => Kind) => {
  const paged = 'for a page: ';
  return guarding({
    presented: (request, asked) => {
      const key = defaults.presented(request, asked);
      return asked === operation && 'page' in request.query ? `${paged}${key}` : key;
    },
    recognise: (key, keys, asked) =>
      key?.startsWith(paged)
        ? takenFor(defaults.recognise(key.slice(paged.length), keys, asked))
        : defaults.recognise(key, keys, asked),
  });
};

const unguardedPages = (operation: OperationId): readonly Fault[] =>
  against(`${operation}/refuses-a-restricted-key`, {
    'A page of the listing is served with a key without permission.': takingForPages(operation, (kind) =>
      kind === 'restricted' ? 'full' : kind,
    ),
  });

const unguardedBusiness = (operation: OperationId): readonly Fault[] =>
  against(`${operation}/refuses-a-restricted-key`, {
    'What is of a business is served with a key without permission.': answering(
      { operation, status: 403, when: isOfBusiness },
      { status: 200, body: {} },
    ),
  });

const alteredKeys = (operation: OperationId) =>
  against(
    `${operation}/refuses-an-altered-key`,
    forEachWay(comparisons, (isTaken) =>
      taking(operation, (key, { full }) => key !== undefined && key !== '' && isTaken(key, full)),
    ),
  );

type FindElsewhere = (request: Presented) => unknown;

const inHeader =
  (name: string): FindElsewhere =>
  (request) =>
    headerOf(request, name);

const places: Readonly<Record<string, FindElsewhere>> = {
  ...Object.fromEntries(
    ['x-api-key', 'api_key', 'apikey', 'key', 'token', 'access_token'].map((name) => [
      `A key in the query is accepted as ${name}.`,
      ({ query }: Presented) => query[name],
    ]),
  ),
  'A key in the header apikey is accepted.': inHeader('apikey'),
  'A key in a cookie is accepted.': (request) => /x-api-key=([^;]+)/.exec(headerOf(request, 'cookie'))?.[1],
};

const authorizations: Readonly<Record<string, FindElsewhere>> = {
  'A key is accepted as a bearer token.': (request) => /^Bearer (.+)$/.exec(headerOf(request, 'authorization'))?.[1],
  'A key is accepted as the name of a user.': (request) => {
    const [, coded = ''] = /^Basic (.+)$/.exec(headerOf(request, 'authorization')) ?? [];
    return Buffer.from(coded, 'base64').toString().split(':', 1)[0];
  },
  'A key in the header authorization is accepted.': inHeader('authorization'),
};

/** Each operation is asked with one way to fill the authorization header, by turns. */
const misplacedKeys = (operation: OperationId) => {
  const ways = Object.entries(authorizations);
  const [sentence, find] = ways[operationIds.indexOf(operation) % ways.length] ?? [];
  const all = sentence && find ? { ...places, [sentence]: find } : places;
  return against(`${operation}/refuses-a-misplaced-key`, forEachWay(all, keyAlsoIn));
};

const restrictedKeys = (operation: OperationId) =>
  against(`${operation}/refuses-a-restricted-key`, {
    'A key without permission is served.': guarding({
      mayPass: (kind, asked) => asked === operation || defaults.mayPass(kind, asked),
    }),
  });

const accounts = personal.flatMap((operation) =>
  against(`${operation}/keeps-accounts-apart`, {
    'A key of another account counts as one of this.': taking(operation, (key, { other }) => key === other),
  }),
);

const absentForOthers = against('authentication/forbids-another-account', {
  'What is of this account is absent for a key of another.': answering(
    { operation: 'withdrawal.read', status: 403, when: (request) => keyOf(request) === sandboxKeys.other },
    { status: 404 },
  ),
});

export const faults: readonly Fault[] = [
  ...operationIds.flatMap((operation) => [
    ...missingKeys(operation),
    ...alteredKeys(operation),
    ...misplacedKeys(operation),
    ...restrictedKeys(operation),
  ]),
  ...accounts,
  ...absentForOthers,
  ...listings.flatMap(unguardedPages),
  ...(['subaccount.read', ...listings] as const).flatMap(unguardedBusiness),
];
