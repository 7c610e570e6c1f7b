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
    { operations: [...creating, operation], heeds: ['ids'], private: true },
  );
});

/** An id in a path leads to its record; an id that is none leads nowhere. */
export const idRequirements = [...malformed, ...answered, ...returned, ...kept];

/** Records that are listed and read one by one share these claims. */
const listedRecord = (noun: 'offramp' | 'conversion') => {
  const list = `${noun}.list` as const;
  const read = `${noun}.read` as const;
  const section = sectionsOf(read);
  return [
    section('consistency', headingOf(operationOf(read))).implied(
      'agrees-with-the-listing',
      `What the listing of ${noun}s shows can be read, and agrees with its item there.`,
      [list, read],
    ),
    section('error', headingOf(operationOf(read))).implied(
      'hides-what-is-absent',
      `An absent ${noun} is never answered with a record.`,
      { heeds: ['ids'], sign: true },
    ),
    section('open', 'Errors').silent(`answer-for-an-absent-${noun}`, `Which status an absent ${noun} gets is open.`),
    sectionsOf(list)('open', 'Errors').silent(
      'answer-for-an-absent-subaccount',
      'Which answer the listing of an absent subaccount gets is open.',
    ),
  ];
};

export const listedRecordRequirements = [...listedRecord('offramp'), ...listedRecord('conversion')];

const states = 'States and transitions';
const throughout = 'holds-through-a-sequence';
const anyOrder = { anyOrder: true } as const;

/** Requirements that one request cannot show: they hold between any orders and reads. */
export const sequenceRequirements = [
  sectionsOf('deposit.simulate')('consistency', 'Endpoints', anyOrder).implied(
    throughout,
    'In any order of orders, an accepted deposit has no body, and an unlisted currency is answered 400.',
    { heeds: ['rules'] },
  ),
  sectionsOf('onramp.initiate')('consistency', states, anyOrder).implied(
    throughout,
    'In any order of orders, each accepted onramp is pending, as it was asked for and with a new id, and an unlisted asset is answered 400.',
    { heeds: ['rules', 'orders'] },
  ),
  sectionsOf('lightning-offramp.initiate')('consistency', states, anyOrder).implied(
    throughout,
    'In any order of orders, each accepted lightning offramp is pending, with a new id and a new invoice, and one without an amount is refused.',
    { heeds: ['rules', 'orders'] },
  ),
  sectionsOf('offramp.list')('consistency', states, anyOrder).implied(
    throughout,
    'In any order of orders and reads, each created offramp is listed once as it was made, and nothing refused is.',
    ['offramp.initiate', 'offramp.list'],
  ),
  sectionsOf('offramp.read')('consistency', states, anyOrder).implied(
    throughout,
    'In any order of orders and reads, each created offramp is read as it was made.',
    ['offramp.initiate', 'offramp.read'],
  ),
  sectionsOf('offramp.read')('consistency', states, anyOrder).implied(
    'keeps-its-terms',
    'What was fixed of an offramp is the same each time that it is listed or read, between any other requests.',
    { operations: ['offramp.list', 'offramp.read'], heeds: ['ids'] },
  ),
  sectionsOf('conversion.list')('consistency', states, anyOrder).implied(
    throughout,
    'In any order of orders and reads, each conversion that is listed keeps its values, and until an onramp comes the listing keeps its items and its total.',
    ['conversion.list', 'conversion.read'],
  ),
  sectionsOf('conversion.list')('consistency', states, anyOrder).shown(
    'holds-its-items-after-an-onramp',
    'After an onramp the listing of conversions holds what it held, and its total counts what has come.',
    ['conversion.list', 'onramp.initiate'],
  ),
  sectionsOf('balances.read')('money', 'What the service does', anyOrder).implied(
    throughout,
    'In any order of initiations, refused orders and reads, the balances stand still.',
    ['balances.read', ...orderIds],
  ),
];
