import { sectionsOf } from '../claim.ts';
import { identified, isOrder, operationIds, orderIds, personal } from '../operations.ts';

const heading = 'Authentication';

/** Rules that hold on every endpoint: one requirement an endpoint, so that a report names the one that is open. */
const endpointRequirements = operationIds.flatMap((operation) => {
  const key = sectionsOf(operation)('authentication', heading, { heeds: ['keys'] });
  // A gateway may drop requests with a key that is none: only that the restricted one is refused needs an answer.
  return [
    key.stated('refuses-a-missing-key', 'A request without a key, or with an empty one, gets 401 Unauthorized.', {
      sign: true,
    }),
    key.stated(
      'refuses-an-altered-key',
      'A key that is not valid, an unrelated one or the valid one altered, gets 401 Unauthorized.',
      { sign: true, sampled: true },
    ),
    key.implied(
      'refuses-a-misplaced-key',
      'A key sent only in the query, in a cookie or in another header gets 401 Unauthorized.',
    ),
    key.stated('refuses-a-restricted-key', 'A valid key without permission for the resource gets 403 Forbidden.', {
      asks: 'refusal',
    }),
  ];
});

const accountRequirements = personal.map((operation) =>
  sectionsOf(operation)('authentication', heading).stated(
    'keeps-accounts-apart',
    'A valid key of another account is shown nothing of this one, and starts nothing in it.',
    { heeds: ['keys'] },
  ),
);

const key = sectionsOf('authentication', operationIds)('authentication', heading);

export const authenticationRequirements = [
  ...endpointRequirements,
  ...accountRequirements,
  key.shown(
    'forbids-another-account',
    'A valid key of another account gets 403 for what is of this one, rather than 404 or an empty listing.',
    personal.filter((id) => id !== 'balances.read'),
  ),
  key.implied(
    'comes-before-the-body',
    'Without a key, a body that would be refused is not looked at: the answer is 401.',
    { operations: orderIds, heeds: ['keys'] },
  ),
  key.shown(
    'comes-before-malformed-json',
    'Without a key, a body that is not JSON is not looked at either: the answer is 401.',
    { operations: ['deposit.simulate'], heeds: ['keys'] },
  ),
  key.implied(
    'comes-before-the-look-up',
    'Without a key, an id that does not exist is not looked up: the answer is 401.',
    { operations: identified, heeds: ['keys'] },
  ),
  key.implied(
    'has-no-way-round',
    'Without a key, nothing is served by HEAD, by a path with a slash more or by a path in capitals.',
    operationIds.filter((id) => !isOrder(id)),
  ),
  key.implied('never-repeats-the-key', 'No refusal repeats the key that was sent.'),
  key.implied(
    'knows-the-header-in-any-case',
    'The key header is recognised in any letter case of its name, as HTTP has it.',
  ),
  key.implied('creates-nothing-when-refused', 'An order refused for its key leaves no trace in the listing.', [
    'offramp.initiate',
    'offramp.list',
  ]),
];
