import {
  agreesWithItself,
  answersWithout5xx,
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
  rowsOf,
  separatesSubaccounts,
  showsAnItemOnce,
  takesBounds,
} from '#checks';
import { headingOf, listings, operationOf } from '#contract';
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
import { isRefusal, isSuccess } from '#run';

const pageTest = rowsOf('Limits', 'pagination');
const pagedTest = rowsOf('Limits', 'pagination', { heeds: ['pages'] });
const envelopeTest = rowsOf('Resources: Pagination envelopes', 'pagination');
const boundTest = rowsOf('Limits', 'open');
const openTest = rowsOf('Errors', 'open');

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

  pageTest
    .stated(
      `${listing}/takes-a-page-and-a-limit`,
      'The listing accepts at least one sensible page and one sensible limit.',
    )
    .by(surveyAndPlain, takesBounds);

  pagedTest.stated(`${listing}/echoes-the-page`, 'The page that was asked for is echoed.').by(survey, echoesThePage);

  pagedTest
    .stated(`${listing}/echoes-the-limit`, 'The limit that was asked for is echoed, or the one that it was clamped to.')
    .by(survey, echoesTheLimit);

  pagedTest
    .stated(`${listing}/keeps-to-the-limit`, 'A page has no more items than the echoed limit.')
    .by(surveyAndPlain, keepsToTheLimit);

  pagedTest
    .stated(`${listing}/heeds-the-page`, 'Another page holds other items.', { sign: true })
    .by(surveyAndPlain, heedsThePage);

  pagedTest
    .stated(`${listing}/heeds-the-limit`, 'A smaller limit gives fewer items.', { sign: true })
    .by(surveyAndPlain, heedsTheLimit);

  pagedTest
    .implied(`${listing}/shows-an-item-once`, 'No item stands on two pages or twice on one.')
    .by(survey, showsAnItemOnce);

  pagedTest
    .implied(
      `${listing}/fills-inner-pages`,
      'A page with another page after it is full, and the last page is not empty.',
    )
    .by(survey, fillsInnerPages);

  pagedTest
    .implied(`${listing}/loses-no-item`, 'A walk in small pages finds what a walk in large pages finds.')
    .by(survey, losesNoItem);

  pagedTest
    .implied(`${listing}/ends-after-the-last-page`, 'A page past the end repeats no item and breaks nothing.')
    .by(survey, endsAfterTheLastPage);

  const oddBounds = oddListingBounds(listing);

  pageTest
    .implied(
      `${listing}/survives-malformed-bounds`,
      'A page or limit that is no whole positive number, or that no listing has, never breaks the service.',
      { asks: 'survival' },
    )
    .over(
      {
        needs: [malformedListingBounds(listing), oddBounds],
        of: (reply) =>
          reply.operation === listing && (hasMalformedBound(reply) || reply.request.purpose.probe === oddBounds.id),
      },
      answersWithout5xx,
    );

  pageTest
    .implied(`${listing}/keeps-subaccounts-apart`, 'The listings of two subaccounts have no item in common.', {
      heeds: ['ids'],
      private: true,
    })
    .by(listingsByOwner(listing), separatesSubaccounts);

  pageTest
    .shown(`${listing}/keeps-its-order`, 'The same page asked for twice has the same order.')
    .by(survey, keepsItsOrder);

  envelopeTest
    .implied(`${listing}/counts-its-pages`, 'The number of pages is the number of items over the limit, rounded up.')
    .by(survey, countsItsPages);

  envelopeTest
    .implied(
      `${listing}/counts-its-items`,
      'The count fits the items that a walk finds, in one reading held over the whole walk.',
    )
    // The document leaves open what `count` of the offramps counts.
    .by(survey, countsItsItems(operationOf(listing).page?.counts === 'count'));

  envelopeTest
    .implied(
      `${listing}/agrees-with-itself`,
      'Each page, of any subaccount and under any query, holds the items that its own page, limit and count say, and counts its pages by them.',
    )
    .over(
      { needs: [repliesOf(listing), survey, listingsByOwner(listing)], of: (reply) => reply.operation === listing },
      agreesWithItself,
    );

  envelopeTest
    .implied(
      `${listing}/lists-nothing-as-an-empty-page`,
      'A listing without items is an envelope with an empty array, and counts none.',
    )
    .by(
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

  openTest
    .silent(`${listing}/answer-for-no-items`, 'Whether a listing without items is an empty page or absent is open.')
    .by(emptyListing(listing), observesStatus('no items'));

  boundTest.silent(`${listing}/answer-to-bounds`, 'Defaults and bounds of page and limit are open.').by(
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

const offrampTest = rowsOf(headingOf('offramp.list'), 'consistency');
const conversionTest = rowsOf(headingOf('conversion.list'), 'consistency');

offrampTest
  .implied('offramp.list/lists-what-is-read', 'An offramp that is read by its id stands in the listing.', [
    'offramp.list',
    'offramp.read',
  ])
  .by(all(surveys('offramp.list'), repliesOf('offramp.read')), listsWhatIsRead);

// The document does not say that a conversion follows an onramp.
conversionTest
  .shown('conversion.list/lists-what-is-read', 'A conversion that is read by its id stands in the listing.', [
    'conversion.list',
    'conversion.read',
  ])
  .by(all(surveys('conversion.list'), repliesOf('conversion.read')), listsWhatIsRead);
