import {
  identified,
  type OperationId,
  operationIds,
  operationOf,
  orderIds,
  ownParameter,
  type RequirementId,
} from '#contract';
import { defaultPolicies, type PartialPolicies, sandboxKeys } from '#sandbox';
import type { PlantedFault } from '../planted.ts';
import { against, againstAll, each, under, type Ways } from '../planting.ts';
import { isSeeded, keyOf } from '../requests.ts';
import { answering, type NewMembers, rewording } from '../rewriting.ts';

/** How the body of a 401 or 403 can be wrong. */
const wrongBodies: Ways<NewMembers> = {
  'error-reworded': ['The error is another word.', { error: 'AUTH_FAILED' }],
  'error-recased': ['The error is in capitals.', (body) => ({ error: String(body.error).toUpperCase() })],
  'error-missing': ['There is no error.', { error: undefined }],
  'message-missing': ['There is no message.', { message: undefined }],
  'message-in-array': ['The message is an array.', (body) => ({ message: [body.message] })],
};

const wrongStatuses = { 401: ['400', '403', '404', '302'], 403: ['400', '401', '404'] } as const;

const rulesOf = (operation: OperationId, status: 401 | 403): readonly RequirementId[] =>
  status === 403
    ? [`${operation}/refuses-a-restricted-key`]
    : [
        `${operation}/refuses-a-missing-key`,
        `${operation}/refuses-an-altered-key`,
        `${operation}/refuses-a-misplaced-key`,
      ];

const refusalFaults = (operation: OperationId, status: 401 | 403): readonly PlantedFault[] =>
  againstAll(rulesOf(operation, status), {
    ...under(`${operation}/${status}`, wrongBodies, ([sentence, change]) => [
      sentence,
      rewording({ operation, status }, change),
    ]),
    ...each(wrongStatuses[status], (other) => [
      `${operation}/${status}/as-${other}`,
      `A ${status} is sent as ${other}.`,
      answering({ operation, status }, { status: Number(other) }),
    ]),
  });

/** Checks the key after everything else. */
const late = (operation: OperationId): PartialPolicies => ({
  authentication: { stage: (asked) => (asked === operation ? 'after-checks' : 'first') },
});

const withSubaccount = operationIds.filter((operation) =>
  operationOf(operation).path.includes('{subaccountId}'),
);

/** Operations that read one record of a subaccount. */
const readOfOne = identified.filter((operation) => ownParameter(operation) !== 'subaccountId');

const lateFaults = [
  ...against('authentication/comes-before-malformed-json', {
    'authentication/json-read-before-the-key': [
      'A body is read as JSON before the key is checked.',
      { authentication: { stage: () => 'after-reading' } },
    ],
  }),
  ...against(
    'authentication/comes-before-the-look-up',
    each(readOfOne, (operation) => [
      `${operation}/key/asked-after-its-record`,
      'An absent record is reported before the key is checked.',
      answering(
        { operation, status: 401, when: ({ params }) => !isSeeded(params[ownParameter(operation)]) },
        { status: 404 },
      ),
    ]),
  ),
  ...against(
    'authentication/comes-before-the-body',
    each(orderIds, (operation) => [
      `${operation}/key/asked-after-the-body`,
      'A bad body is reported before the key is checked.',
      late(operation),
    ]),
  ),
  ...against(
    'authentication/comes-before-the-look-up',
    each(withSubaccount, (operation) => [
      `${operation}/key/asked-after-the-look-up`,
      'An absent id is reported before the key is checked.',
      late(operation),
    ]),
  ),
];

const echoFaults = against('authentication/never-repeats-the-key', {
  'authentication/unknown-key-in-the-message': [
    'A 401 repeats the key in its message.',
    rewording({ status: 401 }, (_body, request) => ({ message: `Invalid API key: ${keyOf(request)}` })),
  ],
  'authentication/restricted-key-in-the-message': [
    'A 403 repeats the key in its message.',
    rewording({ operation: 'withdrawal.read', status: 403 }, (_body, request) => ({
      message: `Key ${keyOf(request)} has no permission`,
    })),
  ],
  'authentication/unknown-key-in-a-header': [
    'A 401 repeats the key in a header.',
    answering({ status: 401 }, ({ headers }, request) => ({
      headers: { ...headers, 'x-rejected-key': keyOf(request) },
    })),
  ],
  'authentication/right-key-shown': [
    'A 401 shows the key that would be right.',
    rewording({ operation: 'balances.read', status: 401 }, { message: `The key is not ${sandboxKeys.full}` }),
  ],
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

const otherFaults = [
  ...against('authentication/knows-the-header-in-any-case', {
    'authentication/header-known-in-lower-case-only': [
      'The key is known in a header that is written in lower case, and in no other.',
      knowingOnly((name) => name === 'x-api-key'),
    ],
    'authentication/header-unknown-in-capitals': [
      'The key is not known in a header that is written in capitals.',
      knowingOnly((name) => /^x-api-key$/i.test(name) && name !== 'X-API-KEY'),
    ],
    'authentication/header-unknown-in-title-case': [
      'The key is not known in a header whose words begin with capitals.',
      knowingOnly((name) => /^x-api-key$/i.test(name) && name !== 'X-Api-Key'),
    ],
    ...each(operationIds, (operation) => [
      `${operation}/key/header-known-in-lower-case-only`,
      'The key is known in a header that is written in lower case, and in no other.',
      knowingOnly((name) => name === 'x-api-key', operation),
    ]),
  }),
];

/** Refusals of keys that come too late, reveal too much or are worded wrongly. */
export const authenticationRefusalFaults: readonly PlantedFault[] = [
  ...operationIds.flatMap((operation) => [
    ...refusalFaults(operation, 401),
    ...refusalFaults(operation, 403),
  ]),
  ...lateFaults,
  ...echoFaults,
  ...otherFaults,
];
