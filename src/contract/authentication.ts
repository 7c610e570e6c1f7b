import { type OperationId, operationIds, operationOf } from './operations.ts';
import { type Claim, implied, stated } from './requirement.ts';

const section = 'Authentication';

/** Rules that hold on every endpoint: one requirement an endpoint, so that a report names the one that is open. */
const perOperation = {
  'refuses-a-missing-key': (endpoint: number) =>
    stated(
      'authentication',
      section,
      endpoint,
      'A request without a key, or with an empty one, gets 401 Unauthorized.',
    ),
  'refuses-an-altered-key': (endpoint: number) =>
    stated(
      'authentication',
      section,
      endpoint,
      'A key that is altered, truncated, extended or in another letter case gets 401 Unauthorized.',
    ),
  'refuses-a-misplaced-key': (endpoint: number) =>
    implied(
      'authentication',
      section,
      endpoint,
      'A key sent only in the query, in a cookie or as a bearer token gets 401 Unauthorized.',
    ),
  'refuses-a-restricted-key': (endpoint: number) =>
    stated(
      'authentication',
      section,
      endpoint,
      'A valid key without permission for the resource gets 403 Forbidden.',
    ),
} as const;

type Rule = keyof typeof perOperation;

const everywhere = Object.fromEntries(
  operationIds.flatMap((id) =>
    Object.entries(perOperation).map(([rule, claim]) => [`${id}/${rule}`, claim(operationOf(id).number)]),
  ),
) as Record<`${OperationId}/${Rule}`, Claim>;

const withBody = [5, 6, 7, 10];
const withId = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const all = operationIds.map((id) => operationOf(id).number);

export const authenticationRequirements = {
  ...everywhere,
  'authentication/comes-before-the-body': implied(
    'authentication',
    section,
    withBody,
    'Without a key a body that would be refused is not looked at: the answer is 401.',
  ),
  'authentication/comes-before-the-look-up': implied(
    'authentication',
    section,
    withId,
    'Without a key an id that does not exist is not looked up: the answer is 401.',
  ),
  'authentication/never-repeats-the-key': implied(
    'authentication',
    section,
    all,
    'No refusal repeats the key that was sent.',
  ),
  'authentication/knows-the-header-in-any-case': implied(
    'authentication',
    section,
    all,
    'The name of the key header has no letter case, as in all of HTTP.',
  ),
  'authentication/creates-nothing-when-refused': implied(
    'authentication',
    section,
    [7, 8],
    'An order refused for its key leaves no trace in the listing.',
  ),
} as const;
