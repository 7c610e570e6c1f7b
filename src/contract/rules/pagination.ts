import { sectionsOf } from '../claim.ts';
import { headingOf } from '../operation.ts';
import { type Listing, listings, operationOf } from '../operations.ts';
import type { RequirementId } from '../requirement-ids.ts';

const ofPages = (listing: Listing) => {
  const section = sectionsOf(listing);
  const page = section('pagination', 'Limits');
  const paged = section('pagination', 'Limits', { heeds: ['pages'] });
  return [
    page.stated('takes-a-page-and-a-limit', 'The listing accepts at least one sensible page and one sensible limit.'),
    paged.stated('echoes-the-page', 'The page that was asked for is echoed.'),
    paged.stated('echoes-the-limit', 'The limit that was asked for is echoed, or the one that it was clamped to.'),
    paged.stated('keeps-to-the-limit', 'A page has no more items than the echoed limit.'),
    paged.stated('heeds-the-page', 'Another page holds other items.', { sign: true }),
    paged.stated('heeds-the-limit', 'A smaller limit gives fewer items.', { sign: true }),
    paged.implied('shows-an-item-once', 'No item stands on two pages or twice on one.'),
    paged.implied('fills-inner-pages', 'A page with another page after it is full, and the last page is not empty.'),
    paged.implied('loses-no-item', 'A walk in small pages finds what a walk in large pages finds.'),
    paged.implied('ends-after-the-last-page', 'A page past the end repeats no item and breaks nothing.'),
    page.implied(
      'survives-malformed-bounds',
      'A page or limit that is no whole positive number, or that no listing has, never breaks the service.',
      { asks: 'survival' },
    ),
    page.implied('keeps-subaccounts-apart', 'The listings of two subaccounts have no item in common.', {
      heeds: ['ids'],
      private: true,
    }),
    page.shown('keeps-its-order', 'The same page asked for twice has the same order.'),
  ];
};

const ofEnvelopes = (listing: Listing) => {
  const envelope = sectionsOf(listing)('pagination', 'Resources: Pagination envelopes');
  const open = sectionsOf(listing)('open', 'Limits');
  return [
    envelope.implied('counts-its-pages', 'The number of pages is the number of items over the limit, rounded up.'),
    envelope.implied(
      'counts-its-items',
      'The count fits the items that a walk finds, in one reading held over the whole walk.',
    ),
    envelope.implied(
      'agrees-with-itself',
      'Each page, of any subaccount and under any query, holds the items that its own page, limit and count say, and counts its pages by them.',
    ),
    envelope.implied(
      'lists-nothing-as-an-empty-page',
      'A listing without items is an envelope with an empty array, and counts none.',
    ),
    sectionsOf(listing)('open', 'Errors').silent(
      'answer-for-no-items',
      'Whether a listing without items is an empty page or absent is open.',
    ),
    open.silent('answer-to-bounds', 'Defaults and bounds of page and limit are open.'),
  ];
};

const presence = (listing: Listing) => sectionsOf(listing)('consistency', headingOf(operationOf(listing)));

/** The document does not say that a conversion follows an onramp. */
const ofItems = [
  presence('offramp.list').implied('lists-what-is-read', 'An offramp that is read by its id stands in the listing.', [
    'offramp.list',
    'offramp.read',
  ]),
  presence('conversion.list').shown(
    'lists-what-is-read',
    'A conversion that is read by its id stands in the listing.',
    ['conversion.list', 'conversion.read'],
  ),
];

export const paginationRequirements = [
  ...listings.flatMap((listing) => [...ofPages(listing), ...ofEnvelopes(listing)]),
  ...ofItems,
];

type RuleOf<Id> = Id extends `${Listing}/${infer Rule}` ? Rule : never;
type RuleOfEach<Rule extends string> = Rule extends string
  ? `${Listing}/${Rule}` extends RequirementId
    ? Rule
    : never
  : never;

/** A rule that holds for each listing. */
export type ListingRule = RuleOfEach<RuleOf<RequirementId>>;
