import {
  identified,
  type OperationId,
  operationIds,
  operationOf,
  orderIds,
  ownParameter,
  type RequirementId,
} from '#contract';
import { defaultPolicies, type Hook, type PartialPolicies, type SeenRequest, sandboxKeys } from '#sandbox';
import { against, type Fault, forEachValue, forEachWay } from '../fault.ts';
import { isSeeded, keyOf } from '../requests.ts';
import { answering, type NewMembers, rewording } from '../rewriting.ts';

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

const refusalFaults = (operation: OperationId, status: 401 | 403): readonly Fault[] =>
  against(rulesOf(operation, status), {
    ...forEachWay(wrongBodies(status), (members) => rewording({ operation, status }, members)),
    ...forEachValue(wrongStatuses[status], (other) => [
      `A ${status} is sent as ${other}.`,
      answering({ operation, status }, { status: other }),
    ]),
  });

/** Checks the key after everything else. */
const late = (operation: OperationId): PartialPolicies => ({
  authentication: { stage: (asked) => (asked === operation ? 'after-checks' : 'first') },
});

const withSubaccount = operationIds.filter((operation) => operationOf(operation).path.includes('{subaccountId}'));

const readOfOne = identified.filter((operation) => ownParameter(operation) !== 'subaccountId');

const lateFaults = [
  ...against('authentication/comes-before-malformed-json', {
    'A body is read as JSON before the key is checked.': { authentication: { stage: () => 'after-reading' } },
  }),
  ...against(
    'authentication/comes-before-the-look-up',
    forEachValue(readOfOne, (operation) => [
      `An absent record is reported before the key is checked: ${operation}.`,
      answering(
        { operation, status: 401, when: ({ params }) => !isSeeded(params[ownParameter(operation)]) },
        { status: 404 },
      ),
    ]),
  ),
  ...against(
    'authentication/comes-before-the-body',
    forEachValue(orderIds, (operation) => [
      `A bad body is reported before the key is checked: ${operation}.`,
      late(operation),
    ]),
  ),
  ...against(
    'authentication/comes-before-the-look-up',
    forEachValue(withSubaccount, (operation) => [
      `An absent subaccount is reported before the key is checked: ${operation}.`,
      late(operation),
    ]),
  ),
];

const echoFaults = against('authentication/never-repeats-the-key', {
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

/** Finds the key only where the name of its header is written so, although HTTP ignores its letter case. */
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

/** A router that finds the handler of a path that is not written as in the document, and not the guard before it. */
const servingDetours =
  (isServed: OnDetour): Hook =>
  (reply, request) => {
    if (keyOf(request) !== '' || !isServed(request)) return;
    reply.status = 200;
    reply.headers['content-type'] = 'application/json';
    reply.body = { type: 'individual', balances: { USD: '100.00' } };
  };

const detourFaults = against('authentication/has-no-way-round', {
  'A path with a slash more is served to anybody.': servingDetours(unrouted(({ path }) => path.endsWith('/'))),
  'A path in capitals is served to anybody.': servingDetours(unrouted(({ path }) => path.startsWith('/V'))),
  'A path with an encoded letter is served to anybody.': servingDetours(({ path }) => path.includes('%')),
  'HEAD is answered to anybody.': servingDetours(unrouted(({ method }) => method === 'HEAD')),
});

const otherFaults = against('authentication/knows-the-header-in-any-case', {
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

export const faults: readonly Fault[] = [
  ...operationIds.flatMap((operation) => [...refusalFaults(operation, 401), ...refusalFaults(operation, 403)]),
  ...lateFaults,
  ...detourFaults,
  ...echoFaults,
  ...otherFaults,
];
