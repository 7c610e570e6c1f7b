import {
  agreesWithItself,
  answersWithout5xx,
  countsItsItems,
  countsItsPages,
  eachReadableReply,
  echoesTheLimit,
  echoesThePage,
  endsAfterLast,
  fillsInnerPages,
  heedsTheLimit,
  heedsThePage,
  keepsItsOrder,
  keepsLimit,
  listsReadRecords,
  losesNoItem,
  observes,
  observesStatus,
  repeatsNoItem,
  rowsOf,
  separatesSubaccounts,
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
      'The listing accepts a page number together with at least one ordinary limit, such as 10 or 20.',
    )
    .by(surveyAndPlain, takesBounds);

  pagedTest.stated(`${listing}/echoes-the-page`, 'The answer names the requested page.').by(survey, echoesThePage);

  pagedTest
    .stated(`${listing}/echoes-the-limit`, 'The answer names the requested limit, or the limit that was used instead.')
    .by(survey, echoesTheLimit);

  pagedTest
    .stated(`${listing}/keeps-to-the-limit`, 'A page has at most as many items as the limit that it names.')
    .by(surveyAndPlain, keepsLimit);

  pagedTest
    .stated(`${listing}/heeds-the-page`, 'A different page number returns different items.', { sign: true })
    .by(surveyAndPlain, heedsThePage);

  pagedTest
    .stated(`${listing}/heeds-the-limit`, 'Where a listing has enough items, a smaller limit gives fewer.', {
      sign: true,
    })
    .by(surveyAndPlain, heedsTheLimit);

  pagedTest
    .implied(`${listing}/shows-an-item-once`, 'No item appears on two pages, or twice on one page.')
    .by(survey, repeatsNoItem);

  pagedTest
    .implied(`${listing}/fills-inner-pages`, 'Each page before the last is full, and the last page is not empty.')
    .by(survey, fillsInnerPages);

  pagedTest
    .implied(`${listing}/loses-no-item`, 'Small pages and large pages show the same items.')
    .by(survey, losesNoItem);

  pagedTest
    .implied(`${listing}/ends-after-the-last-page`, 'A page past the end repeats no item, and gets no 5xx.')
    .by(survey, endsAfterLast);

  const oddBounds = oddListingBounds(listing);

  pageTest
    .implied(`${listing}/survives-malformed-bounds`, 'A malformed page or limit gets no 5xx.', { asks: 'survival' })
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
    .shown(`${listing}/keeps-its-order`, 'A page that is read twice shows its items in the same order.')
    .by(survey, keepsItsOrder);

  envelopeTest
    .implied(
      `${listing}/counts-its-pages`,
      'The number of pages is the number of items divided by the limit, rounded up.',
    )
    .by(survey, countsItsPages);

  envelopeTest
    .implied(
      `${listing}/counts-its-items`,
      'The field total is the number of all items. The field count is this number too, or the number of items on each page.',
    )
    // The document leaves open what `count` of the offramps counts.
    .by(survey, countsItsItems(operationOf(listing).page?.counts === 'count'));

  envelopeTest
    .implied(
      `${listing}/agrees-with-itself`,
      'On each page, totalPages and the number of items are correct for its page, limit and count (or total).',
    )
    .over(
      { needs: [repliesOf(listing), survey, listingsByOwner(listing)], of: (reply) => reply.operation === listing },
      agreesWithItself,
    );

  envelopeTest
    .implied(`${listing}/lists-nothing-as-an-empty-page`, 'A listing without items has an empty array and the count 0.')
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
    .silent(`${listing}/answer-for-no-items`, 'Does a listing without items return an empty page or a refusal?')
    .by(emptyListing(listing), observesStatus('no items'));

  boundTest.silent(`${listing}/answer-to-bounds`, 'Which defaults and bounds do page and limit have?').by(
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
  .implied('offramp.list/lists-what-is-read', 'The listing shows each offramp that can be read by its id.', [
    'offramp.list',
    'offramp.read',
  ])
  .by(all(surveys('offramp.list'), repliesOf('offramp.read')), listsReadRecords);

// The document does not say that a conversion follows an onramp.
conversionTest
  .shown('conversion.list/lists-what-is-read', 'The listing shows each conversion that can be read by its id.', [
    'conversion.list',
    'conversion.read',
  ])
  .by(all(surveys('conversion.list'), repliesOf('conversion.read')), listsReadRecords);
