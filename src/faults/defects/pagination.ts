import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import { against, againstBoth, type Fault } from '../fault.ts';

const right = defaultPolicies.pagination;

/** A page, with the numbers of its first item and of the one after its last. */
interface Bounds extends Readonly<Pick<Parameters<Policies['pagination']['cut']>[1], 'page' | 'limit'>> {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const cutting = (cut: (bounds: Bounds) => readonly [from: number, to: number]): PartialPolicies => ({
  pagination: {
    cut: (items, { page, limit }) => {
      const bounds = { page, limit, from: (page - 1) * limit, to: page * limit, count: items.length };
      const [from, to] = cut(bounds);
      return items.slice(Math.max(0, from), Math.max(0, to));
    },
  },
});

export const paginationFaults: readonly Fault[] = [
  ...againstBoth(['keeps-to-the-limit'], {
    'A page has one item more than its limit.': cutting(({ from, to }) => [from, to + 1]),
    'Under a limit of 10 a page has all items.': cutting(({ limit, from, to, count }) =>
      limit === 10 ? [0, count] : [from, to],
    ),
    'A page has at least ten items.': cutting(({ from, limit }) => [from, from + Math.max(limit, 10)]),
  }),
  ...against('offramp.list/keeps-to-the-limit', {
    'Under a limit of 20 a page has all items.': cutting(({ limit, from, to, count }) =>
      limit === 20 ? [0, count] : [from, to],
    ),
  }),
  ...againstBoth(['keeps-to-the-limit', 'heeds-the-limit'], {
    'Every page has all items.': cutting(({ count }) => [0, count]),
  }),
  ...againstBoth(['heeds-the-limit'], {
    'The limit is always 10, and is echoed as such.': { pagination: { clamp: () => 10 } },
    'A page has two items at least.': cutting(({ from, limit }) => [from, from + Math.max(limit, 2)]),
  }),
  ...againstBoth(['heeds-the-page', 'shows-an-item-once', 'loses-no-item'], {
    'Every page is the first.': cutting(({ limit }) => [0, limit]),
  }),
  ...againstBoth(['heeds-the-page'], {
    'Two pages at a time are the same.': cutting(({ page, limit }) => {
      const from = Math.floor((page - 1) / 2) * limit;
      return [from, from + limit];
    }),
  }),
  ...againstBoth(['shows-an-item-once'], {
    'A page begins with the last item of the one before.': cutting(({ page, from, to }) => [
      from - (page > 1 ? 1 : 0),
      to,
    ]),
    'The last page ends with the first item again.': {
      pagination: {
        cut: (items, page) => {
          const cut = right.cut(items, page);
          const [first] = items;
          return first !== undefined && cut.length > 0 && cut.length < page.limit ? [...cut, first] : cut;
        },
      },
    },
  }),
  ...againstBoth(['loses-no-item'], {
    'An item is lost between two pages.': cutting(({ page, from, to }) =>
      page > 1 ? [from + 1, to + 1] : [from, to],
    ),
    'The last page is not reached.': cutting(({ page, from, to, count }) =>
      to > count && page > 1 ? [0, 0] : [from, to],
    ),
  }),
  ...againstBoth(['fills-inner-pages', 'loses-no-item'], {
    'Each page lacks its last item.': cutting(({ from, to }) => [from, to - 1]),
  }),
  ...againstBoth(['fills-inner-pages'], {
    'The second page is short.': cutting(({ page, from, to }) => [from, page === 2 ? to - 2 : to]),
  }),
];
