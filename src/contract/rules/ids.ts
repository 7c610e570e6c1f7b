import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { identified, isListing, listings, operationOf } from '../operations.ts';

const malformed = [...identified.filter((id) => !isListing(id)), ...listings].map((operation) =>
  sectionsOf(operation)('error', headingOf(operationOf(operation))).implied(
    'never-serves-a-malformed-id',
    isListing(operation)
      ? 'An id that is no UUID is refused or lists nothing, and breaks nothing.'
      : 'An id that is no UUID is refused, and breaks nothing.',
  ),
);

const answered = (
  ['subaccount.read', 'individual-kyc.read', 'business-kyc.read', 'withdrawal.read'] as const
).map((operation) =>
  sectionsOf(operation)('open', 'Errors').silent(
    'answer-to-a-malformed-id',
    'Which status an id that is no UUID gets is open.',
  ),
);

const returned = (['subaccount.read', 'withdrawal.read', 'offramp.read', 'conversion.read'] as const).map(
  (operation) =>
    sectionsOf(operation)('consistency', headingOf(operationOf(operation))).implied(
      'returns-the-one-asked-for',
      'The id of the record is the id in the path.',
    ),
);

/** One that was just created is asked for too. */
const owned = (
  [
    ['withdrawal.read', 'A withdrawal', ['withdrawal.read']],
    ['offramp.read', 'An offramp', ['offramp.initiate', 'offramp.read']],
    ['conversion.read', 'A conversion', ['conversion.read']],
  ] as const
).map(([operation, record, operations]) =>
  sectionsOf(operation)('consistency', headingOf(operationOf(operation))).implied(
    'keeps-to-its-subaccount',
    `${record} is not served under the path of another subaccount.`,
    operations,
  ),
);

/** What an id in a path leads to, and what one that is no id does. */
export const idRequirements = [...malformed, ...answered, ...returned, ...owned];
