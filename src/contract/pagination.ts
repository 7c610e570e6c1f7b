import { type Claim, implied, shown, silent, stated } from './requirement.ts';

export const listings = ['offramp.list', 'conversion.list'] as const;
type Listing = (typeof listings)[number];

const numbers: Record<Listing, number> = { 'offramp.list': 8, 'conversion.list': 12 };
const section = 'Limits';
const envelope = 'Resources: Pagination envelopes';

const rules = {
  'echoes-the-page': (n: number) =>
    stated('pagination', section, n, 'The page that was asked for is echoed.'),
  'echoes-the-limit': (n: number) =>
    stated(
      'pagination',
      section,
      n,
      'The limit that was asked for is echoed, or the one that it was clamped to.',
    ),
  'keeps-to-the-limit': (n: number) =>
    stated('pagination', section, n, 'A page has no more items than the echoed limit.'),
  'heeds-the-page': (n: number) => stated('pagination', section, n, 'Another page holds other items.'),
  'heeds-the-limit': (n: number) => stated('pagination', section, n, 'A smaller limit gives fewer items.'),
  'counts-its-pages': (n: number) =>
    implied(
      'pagination',
      envelope,
      n,
      'The number of pages is the number of items over the limit, rounded up.',
    ),
  'counts-its-items': (n: number) =>
    implied(
      'pagination',
      envelope,
      n,
      'The count fits the items that a walk finds, in one reading held over the whole walk.',
    ),
  'shows-an-item-once': (n: number) =>
    implied('pagination', section, n, 'No item stands on two pages or twice on one.'),
  'fills-inner-pages': (n: number) =>
    implied(
      'pagination',
      section,
      n,
      'A page with another page after it is full, and the last page is not empty.',
    ),
  'loses-no-item': (n: number) =>
    implied('pagination', section, n, 'A walk in small pages finds what a walk in large pages finds.'),
  'ends-after-the-last-page': (n: number) =>
    implied('pagination', section, n, 'A page past the end repeats no item and breaks nothing.'),
  'survives-malformed-bounds': (n: number) =>
    implied(
      'pagination',
      section,
      n,
      'A page or limit that is no whole positive number never breaks the service.',
    ),
  'keeps-subaccounts-apart': (n: number) =>
    implied('pagination', section, n, 'The listings of two subaccounts have no item in common.'),
  'lists-nothing-as-an-empty-page': (n: number) =>
    stated('pagination', envelope, n, 'A listing without items is an envelope with an empty array.'),
  'keeps-its-order': (n: number) =>
    shown('pagination', section, n, 'The same page asked for twice has the same order.'),
  'answer-to-bounds': (n: number) =>
    silent('open', section, n, 'Defaults and bounds of page and limit are open.'),
} as const satisfies Readonly<Record<string, (endpoint: number) => Claim>>;

export type PaginationRule = keyof typeof rules;

export const paginationRequirements = Object.fromEntries(
  listings.flatMap((listing) =>
    Object.entries(rules).map(([rule, claim]) => [`${listing}/${rule}`, claim(numbers[listing])]),
  ),
) as Record<`${Listing}/${PaginationRule}`, Claim>;
