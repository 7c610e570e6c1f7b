// Ids in paths: a right id leads to its record, an invalid id leads nowhere.
import { keyNotLetIn } from '#attribution';
import {
  agrees,
  answersWithout5xx,
  both,
  eachReply,
  holds,
  ifAny,
  isRequested,
  type Judge,
  observesStatus,
  on,
  onlyReplies,
  readsAsListed,
  refused,
  rowsOf,
  succeeds,
  withholdsTheRecord,
} from '#checks';
import {
  headingOf,
  identified,
  isListing,
  isOrder,
  listings,
  operationOf,
  orderIds,
  owned,
  ownParameter,
  type RequirementId,
  refusingTheAbsent,
  showingTheirId,
} from '#contract';
import type { Reply } from '#evidence';
import {
  absences,
  absent,
  businessConversion,
  conversionsAndItems,
  derive,
  joined,
  listingOfNobody,
  malformedIds,
  malformedRequests,
  othersCreatedOfframp,
  pageOf,
  readAndListed,
  recordOfAnother,
  recordsOf,
} from '#probes';

const openTest = rowsOf('Errors', 'open');

const listsNothing = eachReply({
  code: 'NOT_REFUSED',
  where: '$.data',
  expected: 'a refusal, or an empty page',
  problem: (reply) => ((pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined),
});

/** A refusal of the key shows nothing about the id. */
const ofAdmitted = (judge: Judge<readonly Reply[]>) => onlyReplies(({ status }) => status !== 401, keyNotLetIn, judge);

for (const operation of identified.filter((id) => !isListing(id))) {
  const malformedTest = rowsOf(headingOf(operation), 'error', {
    asks: 'refusal',
    heeds: [isOrder(operation) ? 'rules' : 'ids'],
  });

  malformedTest
    .implied(
      `${operation}/never-serves-a-malformed-id`,
      'The service refuses an id that is not a UUID, and the nil UUID (all zeros), without a 5xx.',
    )
    .by(malformedRequests(operation), ofAdmitted(withholdsTheRecord));
}

for (const listing of listings) {
  const malformedTest = rowsOf(headingOf(listing), 'error', { asks: 'refusal', heeds: ['ids'] });

  malformedTest
    .implied(
      `${listing}/never-serves-a-malformed-id`,
      'For an id that is not a UUID, or the nil UUID (all zeros), the service returns no items and no 5xx.',
    )
    .by(malformedIds(listing), ofAdmitted(both(answersWithout5xx, listsNothing)));

  openTest
    .silent(
      `${listing}/answer-for-an-absent-subaccount`,
      'How does the service answer a listing of a subaccount that does not exist?',
    )
    .by(listingOfNobody(listing), observesStatus('absent subaccount'));
}

const isNoUuid = ({ request }: Reply) => request.purpose.case !== 'the nil UUID';

const errorTest = rowsOf('Errors', 'error', { asks: 'refusal', heeds: ['ids'], sign: true });

for (const operation of refusingTheAbsent) {
  const { absence } = operationOf(operation);
  if (absence === undefined) continue;
  const { of, claim, body, error = 'Not Found' } = absence;
  const said =
    body === 'full-error'
      ? 'with statusCode, timestamp, error and a message that says so'
      : 'Not Found, and the message says so';

  errorTest
    .stated(`${operation}/${claim}` as RequirementId, `A ${of} that does not exist gets 404 ${said}.`)
    .by(
      absences(operation),
      refused({ status: 404, error, message: `${of} not found`, ...(body === 'full-error' && { body: 'full' }) }),
    );

  openTest
    .silent(
      `${operation}/answer-to-a-malformed-id`,
      'Which status does the service return for an id that is not a UUID?',
    )
    .by(
      // A service may well look the nil UUID up.
      derive([malformedIds(operation)], (replies) => replies.filter(isNoUuid)),
      observesStatus('malformed id'),
    );
}

for (const operation of showingTheirId) {
  const returnTest = rowsOf(headingOf(operation), 'consistency', { heeds: ['ids'], sign: true });

  returnTest
    .implied(`${operation}/returns-the-one-asked-for`, 'The id of the record equals the id in the path.')
    .over(recordsOf(operation), holds(isRequested(ownParameter(operation))));
}

for (const operation of owned) {
  const noun = operation.replace('.read', '');
  const others = { 'offramp.read': [othersCreatedOfframp], 'conversion.read': [businessConversion] };
  const further = operation in others ? others[operation as keyof typeof others] : [];
  const ownerTest = rowsOf(headingOf(operation), 'consistency', { heeds: ['ids'], private: true });

  // One that was just created is asked for too.
  ownerTest
    .implied(
      `${operation}/keeps-to-its-subaccount`,
      `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun} cannot be read through the path of another subaccount.`,
      [...orderIds.filter((id) => operationOf(id).creates === operation), operation],
    )
    .by(joined(recordOfAnother(operation), ...further), withholdsTheRecord);
}

const members = [
  'fromCurrency',
  'toCurrency',
  'amount',
  'feeAmount',
  'netAmount',
  'estimatedReceived',
  'rate',
  'createdAt',
];

// Records that are listed and read one by one.
for (const noun of ['offramp', 'conversion'] as const) {
  const read = `${noun}.read` as const;
  const agreeTest = rowsOf(headingOf(read), 'consistency', { operations: [`${noun}.list`, read] });
  const absentTest = rowsOf(headingOf(read), 'error', { heeds: ['ids'], sign: true });

  const row = agreeTest.implied(
    `${read}/agrees-with-the-listing`,
    `Each listed ${noun} can be read, and equals its item in the listing.`,
  );
  if (noun === 'offramp') row.by(readAndListed, readsAsListed);
  else
    row.by(
      conversionsAndItems,
      both(
        on(({ pairs }) => pairs, agrees(members, 'none of what was read stands in the listing')),
        on(({ further }) => further, ifAny(succeeds)),
      ),
    );

  absentTest
    .implied(
      `${read}/hides-what-is-absent`,
      `The service never returns a record for ${noun === 'offramp' ? 'an' : 'a'} ${noun} that does not exist.`,
    )
    .by(absent(read), withholdsTheRecord);

  openTest
    .silent(
      `${read}/answer-for-an-absent-${noun}` as RequirementId,
      `Which HTTP status answers a read where the ${noun} does not exist?`,
    )
    .by(absent(read), observesStatus(`absent ${noun}`));
}
