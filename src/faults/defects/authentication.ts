import { listings, type OperationId, operationIds } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, under } from '../planting.ts';
import { isOfBusiness } from '../requests.ts';
import { answering } from '../rewriting.ts';

type Rules = Policies['authentication'];
type Keys = Parameters<Rules['recognise']>[1];
type Presented = Parameters<Rules['presented']>[0];

const right = defaultPolicies.authentication;

const guarding = (authentication: Partial<Rules>): PartialPolicies => ({ authentication });

/** Recognises a key at one operation as one of a kind, where the condition holds. */
const taking = (
  operation: OperationId,
  isTaken: (key: string | undefined, keys: Keys) => boolean,
  kind: keyof Keys | 'none' = 'full',
) =>
  guarding({
    recognise: (key, keys, asked) => {
      if (asked !== operation || !isTaken(key, keys)) return right.recognise(key, keys, asked);
      return kind === 'none' ? undefined : kind;
    },
  });

/** Finds the key elsewhere too, where the header lacks it; this applies to all operations. */
const keyAlsoIn = (elsewhere: (request: Presented) => unknown) =>
  guarding({
    presented: (request, operation) => {
      const found = right.presented(request, operation) ?? elsewhere(request);
      return typeof found === 'string' ? found : undefined;
    },
  });

const headerOf = ({ headers }: Presented, name: string): string => String(headers[name] ?? '');

const missingKeys = (operation: OperationId) =>
  against(`${operation}/refuses-a-missing-key`, {
    [`${operation}/key/missing-served`]: [
      'A request without a key is served.',
      taking(operation, (key) => key === undefined),
    ],
    [`${operation}/key/empty-served`]: [
      'A request with an empty key is served.',
      taking(operation, (key) => key === ''),
    ],
    [`${operation}/key/missing-forbidden`]: [
      'A request without a key gets 403.',
      taking(operation, (key) => key === undefined, 'restricted'),
    ],
  });

type KeyComparison = readonly [sentence: string, isTaken: (key: string, full: string) => boolean];

/** Comparisons of keys that a careless service makes. */
const comparisons: Readonly<Record<string, KeyComparison>> = {
  'first-letters': ['Only the first ten letters count.', (key, full) => key.startsWith(full.slice(0, 10))],
  'last-letters': ['Only the last ten letters count.', (key, full) => key.endsWith(full.slice(-10))],
  beginning: ['The beginning of the key is enough.', (key, full) => full.startsWith(key)],
  'all-but-last': ['The last letter does not count.', (key, full) => key.startsWith(full.slice(0, -1))],
  part: ['A part of the key is enough.', (key, full) => full.includes(key)],
  extended: ['What follows the key does not count.', (key, full) => key.startsWith(full)],
  prefixed: ['What precedes the key does not count.', (key, full) => key.endsWith(full)],
  recased: ['The letter case does not count.', (key, full) => key.toLowerCase() === full.toLowerCase()],
  length: ['Only the length counts.', (key, full) => key.length === full.length],
  anything: ['Any key is accepted.', () => true],
};

type Kind = ReturnType<Rules['recognise']>;

/** Takes a key for one of another kind where a listing is asked for a page: only its plain path is guarded. */
const takingForPages = (operation: OperationId, takenFor: (kind: Kind) => Kind) => {
  const paged = 'for a page: ';
  return guarding({
    presented: (request, asked) => {
      const key = right.presented(request, asked);
      return asked === operation && 'page' in request.query ? `${paged}${key}` : key;
    },
    recognise: (key, keys, asked) =>
      key?.startsWith(paged)
        ? takenFor(right.recognise(key.slice(paged.length), keys, asked))
        : right.recognise(key, keys, asked),
  });
};

const unguardedPages = (operation: OperationId): readonly PlantedFault[] => [
  ...against(`${operation}/refuses-an-altered-key`, {
    [`${operation}/key/any-for-a-page`]: [
      'A page of the listing is served with whatever key.',
      takingForPages(operation, () => 'full'),
    ],
  }),
  ...against(`${operation}/refuses-a-restricted-key`, {
    [`${operation}/key/restricted-for-a-page`]: [
      'A page of the listing is served with a key without permission.',
      takingForPages(operation, (kind) => (kind === 'restricted' ? 'full' : kind)),
    ],
  }),
];

const unguardedBusiness = (operation: OperationId): readonly PlantedFault[] =>
  against(`${operation}/refuses-a-restricted-key`, {
    [`${operation}/key/restricted-for-a-business`]: [
      'What is of a business is served with a key without permission.',
      answering({ operation, status: 403, when: isOfBusiness }, { status: 200, body: {} }),
    ],
  });

const alteredKeys = (operation: OperationId) =>
  against(
    `${operation}/refuses-an-altered-key`,
    under(`${operation}/key/compared`, comparisons, ([sentence, isTaken]) => [
      sentence,
      taking(operation, (key, { full }) => key !== undefined && key !== '' && isTaken(key, full)),
    ]),
  );

type Elsewhere = readonly [sentence: string, find: (request: Presented) => unknown];

const inQuery = (name: string): Elsewhere => [
  `A key in the query is accepted as ${name}.`,
  ({ query }) => query[name],
];

const inHeader = (name: string): Elsewhere => [
  `A key in the header ${name} is accepted.`,
  (request) => headerOf(request, name),
];

/** The places of the key in a service that was made for other clients too. */
const places: Readonly<Record<string, Elsewhere>> = {
  'in-query': inQuery('x-api-key'),
  'in-api_key': inQuery('api_key'),
  'in-apikey': inQuery('apikey'),
  'in-key': inQuery('key'),
  'in-token': inQuery('token'),
  'in-access_token': inQuery('access_token'),
  'in-header-api-key': inHeader('api-key'),
  'in-header-apikey': inHeader('apikey'),
  'in-cookie': [
    'A key in a cookie is accepted.',
    (request) => /x-api-key=([^;]+)/.exec(headerOf(request, 'cookie'))?.[1],
  ],
};

/** Ways to read the authorization header; each operation is asked with one. */
const authorizations: readonly (readonly [name: string, Elsewhere])[] = [
  [
    'as-bearer',
    [
      'A key is accepted as a bearer token.',
      (request) => /^Bearer (.+)$/.exec(headerOf(request, 'authorization'))?.[1],
    ],
  ],
  [
    'as-user',
    [
      'A key is accepted as the name of a user.',
      (request) => {
        const [, coded = ''] = /^Basic (.+)$/.exec(headerOf(request, 'authorization')) ?? [];
        return Buffer.from(coded, 'base64').toString().split(':', 1)[0];
      },
    ],
  ],
  ['in-authorization', inHeader('authorization')],
];

const misplacedKeys = (operation: OperationId) => {
  const authorization = authorizations[operationIds.indexOf(operation) % authorizations.length];
  return against(
    `${operation}/refuses-a-misplaced-key`,
    Object.fromEntries(
      [...Object.entries(places), ...(authorization ? [authorization] : [])].map(
        ([name, [sentence, find]]) => [`${operation}/key/${name}-served`, [sentence, keyAlsoIn(find)]],
      ),
    ),
  );
};

const restrictedKeys = (operation: OperationId) =>
  against(`${operation}/refuses-a-restricted-key`, {
    [`${operation}/key/restricted-served`]: [
      'A key without permission is served.',
      guarding({ mayPass: (kind, asked) => asked === operation || right.mayPass(kind, asked) }),
    ],
    [`${operation}/key/restricted-unknown`]: [
      'A key without permission gets 401.',
      taking(operation, (key, { restricted }) => key === restricted, 'none'),
    ],
  });

/** Wrong decisions about who may call each operation. */
export const authenticationFaults: readonly PlantedFault[] = [
  ...operationIds.flatMap((operation) => [
    ...missingKeys(operation),
    ...alteredKeys(operation),
    ...misplacedKeys(operation),
    ...restrictedKeys(operation),
  ]),
  ...listings.flatMap(unguardedPages),
  ...(['subaccount.read', ...listings] as const).flatMap(unguardedBusiness),
];
