import {
  agreesWithItself,
  answersWithout5xx,
  conformanceTest,
  countsItsItems,
  countsItsPages,
  eachReadableReply,
  echoesTheLimit,
  echoesThePage,
  endsAfterTheLastPage,
  fillsInnerPages,
  heedsTheLimit,
  heedsThePage,
  keepsItsOrder,
  keepsToTheLimit,
  listsWhatIsRead,
  losesNoItem,
  observes,
  observesStatus,
  separatesSubaccounts,
  showsAnItemOnce,
  takesBounds,
  universalTest,
} from '#checks';
import { isRefusal, isSuccess, listings, operationOf, readOf } from '#contract';
import { lacking, type Reply, untested } from '#evidence';
import {
  all,
  derive,
  emptyListing,
  hasMalformedBound,
  keptBounds,
  listingsByOwner,
  malformedListingBounds,
  oddListingBounds,
  pageOf,
  plainPages,
  repliesOf,
  surveys,
} from '#probes';

/** The listing of a subaccount without items, where it can be judged. */
const emptyPage = (reply: Reply): readonly Reply[] => {
  if (isSuccess(reply) && (pageOf(reply, 0)?.items.length ?? 0) > 0)
    throw lacking('SETTING_UNFIT', 'the subaccount has items, and none without is set', 'RAMP_UNBANKED_SUBACCOUNT_ID');
  if (isRefusal(reply)) throw untested('NO_SUCH_CASE', `the listing is refused with ${reply.status}`);
  return [reply];
};

for (const listing of listings) {
  const survey = surveys(listing);
  const surveyAndPlain = all(survey, plainPages(listing));

  conformanceTest(`${listing}/takes-a-page-and-a-limit`, surveyAndPlain, takesBounds);
  conformanceTest(`${listing}/echoes-the-page`, survey, echoesThePage);
  conformanceTest(`${listing}/echoes-the-limit`, survey, echoesTheLimit);
  conformanceTest(`${listing}/keeps-to-the-limit`, surveyAndPlain, keepsToTheLimit);
  conformanceTest(`${listing}/heeds-the-page`, surveyAndPlain, heedsThePage);
  conformanceTest(`${listing}/heeds-the-limit`, surveyAndPlain, heedsTheLimit);
  conformanceTest(`${listing}/keeps-its-order`, survey, keepsItsOrder);
  conformanceTest(`${listing}/counts-its-pages`, survey, countsItsPages);
  // The document leaves open what `count` of the offramps counts.
  conformanceTest(`${listing}/counts-its-items`, survey, countsItsItems(operationOf(listing).page?.counts === 'count'));
  universalTest(
    `${listing}/agrees-with-itself`,
    { needs: [repliesOf(listing), survey, listingsByOwner(listing)], of: (reply) => reply.operation === listing },
    agreesWithItself,
  );
  conformanceTest(`${listing}/shows-an-item-once`, survey, showsAnItemOnce);
  conformanceTest(`${listing}/fills-inner-pages`, survey, fillsInnerPages);
  conformanceTest(`${listing}/loses-no-item`, survey, losesNoItem);
  conformanceTest(`${listing}/lists-what-is-read`, all(survey, repliesOf(readOf(listing))), listsWhatIsRead);
  conformanceTest(`${listing}/ends-after-the-last-page`, survey, endsAfterTheLastPage);
  conformanceTest(`${listing}/keeps-subaccounts-apart`, listingsByOwner(listing), separatesSubaccounts);

  conformanceTest(
    `${listing}/lists-nothing-as-an-empty-page`,
    derive([emptyListing(listing)], ([reply]) => (reply ? emptyPage(reply) : [])),
    eachReadableReply({
      code: 'NO_EMPTY_PAGE',
      where: '$.data',
      expected: 'an envelope with an empty array that counts nothing',
      problem: (reply) => {
        const page = pageOf(reply, 0);
        if (page) return Number(page.count) > 0 ? 'a count of more than nothing' : undefined;
        return isSuccess(reply) ? 'no array' : String(reply.status);
      },
    }),
  );

  conformanceTest(`${listing}/answer-for-no-items`, emptyListing(listing), observesStatus('no items'));

  const oddBounds = oddListingBounds(listing);

  universalTest(
    `${listing}/survives-malformed-bounds`,
    {
      needs: [malformedListingBounds(listing), oddBounds],
      of: (reply) =>
        reply.operation === listing && (hasMalformedBound(reply) || reply.request.purpose.probe === oddBounds.id),
    },
    answersWithout5xx,
  );

  conformanceTest(
    `${listing}/answer-to-bounds`,
    all(repliesOf(listing), oddBounds, survey),
    observes(([[plain], odd, { beyond, limited }]) => [
      ...(plain ? [{ operation: listing, situation: 'default page and limit', fact: keptBounds(plain) }] : []),
      ...odd.map(({ status, request }) => ({
        operation: listing,
        situation: request.purpose.case ?? '',
        fact: status,
      })),
      ...beyond.slice(0, 1).map(({ reply }) => ({
        operation: listing,
        situation: 'page past the end',
        fact: reply.status,
      })),
      ...limited.slice(-1).map(({ asked, reply }) => ({
        operation: listing,
        situation: `limit ${asked}`,
        fact: reply.status,
      })),
    ]),
  );
}
