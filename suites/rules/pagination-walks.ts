import { type Conformance, listings, test } from '#harness';
import {
  countItems,
  expectPages,
  idsOf,
  type Listing,
  mostPages,
  type Page,
  smallLimit,
  walk,
  wholeWalk,
} from '../given/listing.ts';
import { judgeStill, type Look } from '../given/still.ts';

/** Walks through one listing: in small pages, in large ones, and in pages that are all full to the last item. */
interface Walks {
  readonly small: readonly Page[];
  readonly large: readonly Page[];
  readonly full: readonly Page[];
}

/** The greatest limit that divides a number of items without a rest. */
const divisorOf = (items: number, greatest: number): number => {
  for (let limit = Math.min(items, greatest); limit > 1; limit -= 1) if (items % limit === 0) return limit;
  return 1;
};

/** Leaves room for what is added meanwhile. */
const pagesOfSmallWalk = mostPages - 10;

const walkThrough = async (t: Conformance, listing: Listing): Promise<Walks> => {
  const question = { listing, subaccountId: t.roles.individual };
  const { greatestLimit } = t.facts;
  const large = await wholeWalk(t, { ...question, limit: greatestLimit });
  const items = countItems(large);
  const [few, divisor] = [Math.ceil(items / pagesOfSmallWalk), divisorOf(items, greatestLimit)];
  const [small, full] = await Promise.all([
    walk(t, { ...question, limit: Math.max(smallLimit, few) }),
    divisor > Math.max(1, items / mostPages) ? walk(t, { ...question, limit: divisor }) : [],
  ]);
  return { small, large, full };
};

/** Judges what the walks through a listing show. */
const overWalks = (t: Conformance, listing: Listing, judge: (walks: Walks) => void): Promise<void> => {
  const look: Look<Walks> = (again) =>
    again
      ? walkThrough(t, listing)
      : t.recall(`walks through ${listing}`, (once) => walkThrough(once, listing));
  return judgeStill(t, listing, look, judge);
};

for (const listing of listings) {
  test(`${listing}/counts-its-pages`, (t) =>
    overWalks(t, listing, ({ small, large, full }) => {
      const miscounted = (pages: readonly Page[]) =>
        pages.some(({ totalPages, limit }) => {
          if (typeof totalPages !== 'number' || typeof limit !== 'number' || limit < 1) return false;
          // An item that stands twice is the finding of another requirement: both counts are right here.
          const totals = [countItems(pages), idsOf(pages).length];
          return totals.every((total) =>
            total === 0 ? totalPages > 1 || totalPages < 0 : totalPages !== Math.ceil(total / limit),
          );
        });
      expectPages([...small, ...large, ...full], t, {
        code: 'WRONG_TOTAL_PAGES',
        where: '$.totalPages',
        expected: 'the items over the limit, rounded up',
        unless: [small, large, full].some(miscounted) ? 'another number' : undefined,
      });
    }));

  test(`${listing}/counts-its-items`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const pages = [...small, ...large].filter(({ count }) => typeof count === 'number');
      if (pages.length === 0) t.cannot('no page carries a count');
      const counts = (walked: readonly Page[], due: (page: Page) => number) =>
        walked.every((it) => typeof it.count !== 'number' || it.count === due(it));
      const whole = [small, large].every((walked) => counts(walked, () => countItems(walked)));
      const paged = listing === 'offramp.list' && counts(pages, ({ items }) => items.length);
      expectPages(pages, t, {
        code: 'WRONG_COUNT',
        where: listing === 'offramp.list' ? '$.count' : '$.total',
        expected:
          listing === 'offramp.list'
            ? 'the items of the page, or of the listing'
            : 'the items of the listing',
        unless: whole || paged ? undefined : 'another number',
      });
    }));

  test(`${listing}/shows-an-item-once`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const twice = [small, large].some((walked) => idsOf(walked).length > countItems(walked));
      expectPages([...small, ...large], t, {
        code: 'ITEM_REPEATED',
        where: '$.data[].id',
        expected: 'each item once',
        unless: twice ? 'an item twice' : undefined,
      });
    }));

  test(`${listing}/fills-inner-pages`, (t) =>
    overWalks(t, listing, ({ small }) => {
      const short = small
        .slice(0, -1)
        .find(({ items, limit }) => typeof limit === 'number' && items.length < limit);
      const last = small.at(-1);
      // Of a listing without items the one page there is may be counted.
      const promisedMore =
        last !== undefined &&
        countItems(small) > 0 &&
        typeof last.totalPages === 'number' &&
        last.number - t.facts.firstPage < last.totalPages &&
        last.items.length === 0;
      expectPages(small, t, {
        code: 'PAGE_NOT_FULL',
        where: '$.data',
        expected: 'full pages, and a last one that is not empty',
        unless: short ? `array(${short.items.length})` : promisedMore ? 'array(0)' : undefined,
      });
    }));

  test(`${listing}/loses-no-item`, (t) =>
    overWalks(t, listing, ({ small, large }) => {
      const [few, many] = [new Set(idsOf(small)), new Set(idsOf(large))];
      const lost = [...many].some((id) => !few.has(id)) || [...few].some((id) => !many.has(id));
      expectPages([...small, ...large], t, {
        code: 'ITEM_LOST',
        where: '$.data',
        expected: 'the same items in small pages as in large ones',
        unless: lost ? 'other items' : undefined,
      });
    }));
}
