import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import {
  identified,
  isListing,
  isOrder,
  listings,
  operationOf,
  orderIds,
  owned,
  refusingTheAbsent,
  showingTheirId,
} from '../operations.ts';

const malformed = [...identified.filter((id) => !isListing(id)), ...listings].map((operation) =>
  sectionsOf(operation)('error', headingOf(operationOf(operation))).implied(
    'never-serves-a-malformed-id',
    isListing(operation)
      ? 'An id that is no UUID, or the nil one, is refused or lists nothing, and breaks nothing.'
      : 'An id that is no UUID, or the nil one, is refused, and breaks nothing.',
    { asks: 'refusal', heeds: [isOrder(operation) ? 'rules' : 'ids'] },
  ),
);

const answered = refusingTheAbsent.map((operation) =>
  sectionsOf(operation)('open', 'Errors').silent(
    'answer-to-a-malformed-id',
    'Which status an id that is no UUID gets is open.',
  ),
);

const returned = showingTheirId.map((operation) =>
  sectionsOf(operation)('consistency', headingOf(operationOf(operation))).implied(
    'returns-the-one-asked-for',
    'The id of the record is the id in the path.',
    { heeds: ['ids'], sign: true },
  ),
);

/** One that was just created is asked for too. */
const kept = owned.map((operation) => {
  const noun = operation.replace('.read', '');
  const creating = orderIds.filter((id) => operationOf(id).creates === operation);
  return sectionsOf(operation)('consistency', headingOf(operationOf(operation))).implied(
    'keeps-to-its-subaccount',
    `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun} is not served under the path of another subaccount.`,
    { operations: [...creating, operation], heeds: ['ids'] },
  );
});

/** An id in a path leads to its record; an id that is none leads nowhere. */
export const idRequirements = [...malformed, ...answered, ...returned, ...kept];
