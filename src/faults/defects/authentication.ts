import {
  identified,
  listings,
  type OperationId,
  operationIds,
  operationOf,
  orderIds,
  ownParameter,
  personal,
  type RequirementId,
} from '#contract';
import {
  defaultPolicies,
  type Hook,
  type PartialPolicies,
  type Policies,
  type SeenRequest,
  sandboxKeys,
} from '#sandbox';
import { against, forEachValue, forEachWay } from '../fault.ts';
import { isOfBusiness, isSeeded, keyOf } from '../requests.ts';
import { answering, type NewMembers, rewording } from '../rewriting.ts';

type Rules = Policies['authentication'];
type Keys = Parameters<Rules['recognise']>[1];
type Presented = Parameters<Rules['presented']>[0];

const defaults = defaultPolicies.authentication;

const guarding = (authentication: Partial<Rules>): PartialPolicies => ({ authentication });

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

/** The key is checked for the plain path, but not for its pages. */
const takingForPages = (operation: OperationId, takenFor: (kind: Kind) => Kind, page?: string) => {
  const paged = 'for a page: ';
  return guarding({
    presented: (request, asked) => {
      const key = defaults.presented(request, asked);
      const isMeant = page === undefined ? 'page' in request.query : request.query.page === page;
      return asked === operation && isMeant ? `${paged}${key}` : key;
    },
    recognise: (key, keys, asked) =>
      key?.startsWith(paged)
        ? takenFor(defaults.recognise(key.slice(paged.length), keys, asked))
        : defaults.recognise(key, keys, asked),
  });
};

const unguardedPages = (operation: OperationId): void =>
  against(`${operation}/refuses-a-restricted-key`, {
    'A page of the listing is served with a key without permission.': takingForPages(operation, (kind) =>
      kind === 'restricted' ? 'full' : kind,
    ),
  });

const unguardedBusiness = (operation: OperationId): void =>
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

/** Each operation gets only some unusual forms of an invalid key. */
against('balances.read/refuses-an-altered-key', {
  'Any key of more than 80 letters is accepted.': taking('balances.read', (key = '') => key.length > 80),
});
against('subaccount.read/refuses-an-altered-key', {
  'A list of keys is accepted that holds a right one.': taking('subaccount.read', (key = '', { full }) =>
    key.split(',').slice(1).includes(full),
  ),
});
for (const operation of listings)
  against(`${operation}/refuses-an-altered-key`, {
    'The second page of a listing is served with any key.': takingForPages(operation, () => 'full', '2'),
  });
against('authentication/comes-before-the-look-up', {
  'What is asked for by an id in capitals is served without a key.': answering(
    { operation: 'subaccount.read', status: 401, when: ({ params }) => /[A-F]/.test(String(params.subaccountId)) },
    { status: 200, body: { id: '5eed0a02-0001-4000-8000-000000000a02' } },
  ),
});

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

/** Each operation gets one form of the authorization header, in turn. */
const misplacedKeys = (operation: OperationId) => {
  const ways = Object.entries(authorizations);
  const [sentence, find] = ways[operationIds.indexOf(operation) % ways.length] ?? [];
  const all = sentence && find ? { ...places, [sentence]: find } : places;
  against(`${operation}/refuses-a-misplaced-key`, forEachWay(all, keyAlsoIn));
};

const restrictedKeys = (operation: OperationId) =>
  against(`${operation}/refuses-a-restricted-key`, {
    'A key without permission is served.': guarding({
      mayPass: (kind, asked) => asked === operation || defaults.mayPass(kind, asked),
    }),
  });

const ofBoth = ['subaccount.read', ...listings, 'offramp.read', 'conversion.read'] as const;

for (const operation of personal) {
  against(`${operation}/keeps-accounts-apart`, {
    'A key of another account counts as one of this.': taking(operation, (key, { other }) => key === other),
  });
}

for (const operation of ofBoth)
  against(`${operation}/keeps-accounts-apart`, {
    'What is of a business is shown to a key of another account.': answering(
      { operation, status: 403, when: (request) => keyOf(request) === sandboxKeys.other && isOfBusiness(request) },
      { status: 200, body: { id: '5eed0a02-0001-4000-8000-000000000a02', data: [{ id: 'first' }] } },
    ),
  });

against('authentication/forbids-another-account', {
  'What is of this account is absent for a key of another.': answering(
    { operation: 'withdrawal.read', status: 403, when: (request) => keyOf(request) === sandboxKeys.other },
    { status: 404 },
  ),
});

for (const operation of operationIds) {
  missingKeys(operation);
  alteredKeys(operation);
  misplacedKeys(operation);
  restrictedKeys(operation);
}

for (const operation of listings) unguardedPages(operation);
for (const operation of ofBoth) unguardedBusiness(operation);

const wrongBodies = (status: 401 | 403): Readonly<Record<string, NewMembers>> => ({
  [`The error of a ${status} is another word.`]: { error: 'AUTH_FAILED' },
  [`A ${status} has no error.`]: { error: undefined },
  [`A ${status} has no message.`]: { message: undefined },
  [`The message of a ${status} is an array.`]: (body) => ({ message: [body.message] }),
});

const wrongStatuses = { 401: [403, 302], 403: [401, 404] } as const;

const rulesOf = (operation: OperationId, status: 401 | 403): readonly RequirementId[] =>
  status === 403
    ? [`${operation}/refuses-a-restricted-key`]
    : [
        `${operation}/refuses-a-missing-key`,
        `${operation}/refuses-an-altered-key`,
        `${operation}/refuses-a-misplaced-key`,
      ];

const refusalFaults = (operation: OperationId, status: 401 | 403): void =>
  against(rulesOf(operation, status), {
    ...forEachWay(wrongBodies(status), (members) => rewording({ operation, status }, members)),
    ...forEachValue(wrongStatuses[status], (other) => [
      `A ${status} is sent as ${other}.`,
      answering({ operation, status }, { status: other }),
    ]),
  });

const late = (operation: OperationId): PartialPolicies => ({
  authentication: { stage: (asked) => (asked === operation ? 'after-checks' : 'first') },
});

const withSubaccount = operationIds.filter((operation) => operationOf(operation).path.includes('{subaccountId}'));

const readOfOne = identified.filter((operation) => ownParameter(operation) !== 'subaccountId');

against('authentication/comes-before-malformed-json', {
  'A body is read as JSON before the key is checked.': { authentication: { stage: () => 'after-reading' } },
});
against(
  'authentication/comes-before-the-look-up',
  forEachValue(readOfOne, (operation) => [
    `An absent record is reported before the key is checked: ${operation}.`,
    answering(
      { operation, status: 401, when: ({ params }) => !isSeeded(params[ownParameter(operation)]) },
      { status: 404 },
    ),
  ]),
);
against(
  'authentication/comes-before-the-body',
  forEachValue(orderIds, (operation) => [
    `A bad body is reported before the key is checked: ${operation}.`,
    late(operation),
  ]),
);
against(
  'authentication/comes-before-the-look-up',
  forEachValue(withSubaccount, (operation) => [
    `An absent subaccount is reported before the key is checked: ${operation}.`,
    late(operation),
  ]),
);

against('authentication/never-repeats-the-key', {
  'A 401 repeats the key in its message.': rewording({ status: 401 }, (_body, request) => ({
    message: `Invalid API key: ${keyOf(request)}`,
  })),
  'A 403 repeats the key in its message.': rewording(
    { operation: 'withdrawal.read', status: 403 },
    (_body, request) => ({
      message: `Key ${keyOf(request)} has no permission`,
    }),
  ),
  'A 401 repeats the key in a header.': answering({ status: 401 }, ({ headers }, request) => ({
    headers: { ...headers, 'x-rejected-key': keyOf(request) },
  })),
  'A 401 shows the key that would be right.': rewording(
    { operation: 'balances.read', status: 401 },
    { message: `The key is not ${sandboxKeys.full}` },
  ),
});

const presented = defaultPolicies.authentication.presented;

/** HTTP ignores the letter case of a header name. */
const knowingOnly = (isKnown: (name: string) => boolean, operation?: OperationId): PartialPolicies => ({
  authentication: {
    presented: (request, asked) => {
      const names = request.rawHeaders.filter((_text, at) => at % 2 === 0);
      const isStrict = operation === undefined || asked === operation;
      return isStrict && !names.some(isKnown) ? undefined : presented(request, asked);
    },
  },
});

type OnDetour = (request: SeenRequest) => boolean;

const unrouted =
  (isServed: OnDetour): OnDetour =>
  (request) =>
    request.operation === undefined && isServed(request);

/** A router may find the handler of an unusual path and skip the check of the key. */
const servingDetours =
  (isServed: OnDetour): Hook =>
  (reply, request) => {
    if (keyOf(request) !== '' || !isServed(request)) return;
    reply.status = 200;
    reply.headers['content-type'] = 'application/json';
    reply.body = { type: 'individual', balances: { USD: '100.00' } };
  };

against('authentication/has-no-way-round', {
  'A path with a slash more is served to anybody.': servingDetours(unrouted(({ path }) => path.endsWith('/'))),
  'A path in capitals is served to anybody.': servingDetours(unrouted(({ path }) => path.startsWith('/V'))),
  'A path with an encoded letter is served to anybody.': servingDetours(({ path }) => path.includes('%')),
  'HEAD is answered to anybody.': servingDetours(unrouted(({ method }) => method === 'HEAD')),
});

against('authentication/knows-the-header-in-any-case', {
  'The key is not known in a header that is written in capitals.': knowingOnly(
    (name) => /^x-api-key$/i.test(name) && name !== 'X-API-KEY',
  ),
  'The key is not known in a header whose words begin with capitals.': knowingOnly(
    (name) => /^x-api-key$/i.test(name) && name !== 'X-Api-Key',
  ),
  ...forEachValue(operationIds, (operation) => [
    `The key is known in a header that is written in lower case, and in no other: ${operation}.`,
    knowingOnly((name) => name === 'x-api-key', operation),
  ]),
});

for (const operation of operationIds) {
  refusalFaults(operation, 401);
  refusalFaults(operation, 403);
}
