import { keyNotLetIn } from '#attribution';
import {
  agrees,
  answersWithout5xx,
  both,
  conformanceTest,
  eachReply,
  holds,
  ifAny,
  isReadAsListed,
  isTheOneAskedFor,
  type Judge,
  observesStatus,
  on,
  onlyReplies,
  succeeds,
  universalTest,
  withholdsTheRecord,
} from '#checks';
import { identified, isListing, listings, owned, ownParameter, refusingTheAbsent, showingTheirId } from '#contract';
import type { Reply } from '#evidence';
import {
  absent,
  businessConversion,
  conversionsAndItems,
  createdOfframpOfAnother,
  derive,
  joined,
  listingOfNobody,
  malformedIds,
  malformedRequests,
  pageOf,
  readAndListed,
  recordOfAnother,
  recordsOf,
} from '#probes';

const listsNothing = eachReply({
  code: 'ACCEPTED',
  where: '$.data',
  expected: 'a refusal, or an empty page',
  problem: (reply) => ((pageOf(reply, 0)?.items.length ?? 0) > 0 ? 'items' : undefined),
});

const isNoUuid = ({ request }: Reply) => request.purpose.case !== 'the nil UUID';

/** A refusal of the key has nothing to do with the id. */
const ofAdmitted = (judge: Judge<readonly Reply[]>) => onlyReplies(({ status }) => status !== 401, keyNotLetIn, judge);

for (const listing of listings)
  conformanceTest(
    `${listing}/never-serves-a-malformed-id`,
    malformedIds(listing),
    ofAdmitted(both(answersWithout5xx, listsNothing)),
  );

for (const operation of identified.filter((id) => !isListing(id)))
  conformanceTest(
    `${operation}/never-serves-a-malformed-id`,
    malformedRequests(operation),
    ofAdmitted(withholdsTheRecord),
  );

for (const operation of refusingTheAbsent)
  conformanceTest(
    `${operation}/answer-to-a-malformed-id`,
    // A service may well look the nil UUID up.
    derive([malformedIds(operation)], (replies) => replies.filter(isNoUuid)),
    observesStatus('malformed id'),
  );

for (const operation of showingTheirId)
  universalTest(
    `${operation}/returns-the-one-asked-for`,
    recordsOf(operation),
    holds(isTheOneAskedFor(ownParameter(operation))),
  );

for (const operation of owned) {
  const others = { 'offramp.read': [createdOfframpOfAnother], 'conversion.read': [businessConversion] };
  const created = operation in others ? others[operation as keyof typeof others] : [];
  conformanceTest(
    `${operation}/keeps-to-its-subaccount`,
    joined(recordOfAnother(operation), ...created),
    withholdsTheRecord,
  );
}

for (const listing of listings)
  conformanceTest(
    `${listing}/answer-for-an-absent-subaccount`,
    listingOfNobody(listing),
    observesStatus('absent subaccount'),
  );

for (const operation of ['offramp.read', 'conversion.read'] as const)
  conformanceTest(`${operation}/hides-what-is-absent`, absent(operation), withholdsTheRecord);

conformanceTest('offramp.read/answer-for-an-absent-offramp', absent('offramp.read'), observesStatus('absent offramp'));
conformanceTest(
  'conversion.read/answer-for-an-absent-conversion',
  absent('conversion.read'),
  observesStatus('absent conversion'),
);

conformanceTest('offramp.read/agrees-with-the-listing', readAndListed, isReadAsListed);

/** Members that a conversion shows alike, read or listed. */
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

conformanceTest(
  'conversion.read/agrees-with-the-listing',
  conversionsAndItems,
  both(
    on(({ pairs }) => pairs, agrees(members, 'none of what was read stands in the listing')),
    on(({ further }) => further, ifAny(succeeds)),
  ),
);
