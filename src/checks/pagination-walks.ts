import { idIn, type Reply, type Setting, untested } from '#evidence';
import {
  countItems,
  dueIn,
  haveIds,
  idsOf,
  isClamped,
  isCovered,
  isSampled,
  type ListingSurvey,
  type OwnersPages,
  type Page,
  pageOf,
  sizeOf,
} from '#probes';
import { isServerError, isSuccess } from '#run';
import { type Found, finding, type Judge, wrongStatus } from './judgement.ts';
import type { WordedPromise } from './judges.ts';
import {
  atAnyTime,
  type Broken,
  brokenBy,
  type Examined,
  present,
  unlessItChanged,
  whileSteady,
  withoutIds,
} from './pagination.ts';

type Walk = readonly Page[];

const wholeWalks = ({ isWhole, large, small, full }: ListingSurvey): readonly Walk[] => {
  if (!isWhole) throw untested('UNSTEADY', 'no undisturbed walk through the whole listing is known');
  const walks = [large, small, full].filter(({ length }) => length > 0);
  if (!walks.every(haveIds)) throw withoutIds();
  return walks;
};

const overWalks = (
  promised: WordedPromise,
  examine: (walks: readonly Walk[], seen: ListingSurvey, setting: Setting) => Examined,
) => whileSteady(promised, (seen, setting) => examine(wholeWalks(seen), seen, setting));

const firstOf = <T>(walks: readonly Walk[], find: (walk: Walk) => T | undefined): T | undefined =>
  walks.map(find).find((found) => found !== undefined);

const miscounted = (pages: Walk, walk: Walk): Page | undefined => {
  const total = sizeOf(walk);
  return pages.find(({ totalPages, limit }) => {
    if (typeof totalPages !== 'number' || typeof limit !== 'number' || limit < 1) return false;
    return total === 0 ? totalPages > 1 || totalPages < 0 : totalPages !== Math.ceil(total / limit);
  });
};

export const countsItsPages = overWalks(
  { code: 'WRONG_TOTAL_PAGES', where: '$.totalPages', expected: 'the items over the limit, rounded up' },
  (walks, { large, limited, single }) => {
    const alone = present(...limited.map(({ page }) => page), ...single);
    const pages = [...walks.flat(), ...alone].filter(
      ({ totalPages, limit }) => typeof totalPages === 'number' && typeof limit === 'number',
    );
    const guilty = firstOf(walks, (walk) => miscounted(walk, walk)) ?? miscounted(alone, large);
    return {
      pages,
      broken: brokenBy(guilty, 'another number'),
      lacking: pages.length > 0 ? undefined : 'no page says how many there are, and under what limit',
    };
  },
);

const misses = (pages: Walk, expected: (page: Page) => number): Page | undefined =>
  pages.find((page) => typeof page.count === 'number' && page.count !== expected(page));

/** With `mayCountThePage`, the count may also be the number of items on the page. */
export const countsItsItems = (mayCountThePage: boolean): Judge<ListingSurvey> =>
  overWalks(
    {
      code: 'WRONG_COUNT',
      where: '$',
      expected: mayCountThePage
        ? 'the items of the whole listing, or always those of the page'
        : 'the items of the whole listing',
    },
    (walks) => {
      const pages = walks.flat().filter(({ count }) => typeof count === 'number');
      const miscounted = firstOf(walks, (walk) => misses(walk, () => sizeOf(walk)));
      const isPaged = mayCountThePage && misses(pages, ({ items }) => items.length) === undefined;
      return {
        pages,
        broken: isPaged ? undefined : brokenBy(miscounted, 'another number'),
        lacking: pages.length > 0 ? undefined : 'no page carries a count',
      };
    },
  );

const pageOfItem = (pages: Walk, { ids }: Page): Page | undefined =>
  pages.find((page) => page.ids.some((id) => ids.includes(id)));

const repeatIn = (walk: Walk): Broken | undefined => {
  const seen = new Set<string>();
  const page = walk.find(({ ids }) => {
    const isRepeated = new Set(ids).size < ids.length || ids.some((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return isRepeated;
  });
  return page && brokenBy(page, 'an item twice', pageOfItem(walk, page));
};

export const repeatsNoItem = overWalks(
  { code: 'ITEM_REPEATED', where: '$.data[].id', expected: 'each item once' },
  (walks) => ({
    pages: walks.flat(),
    broken: firstOf(walks, repeatIn),
    lacking: countItems(walks.flat()) > 1 ? undefined : 'the listing does not have two items',
  }),
);

const isShort = ({ items, limit }: Page): boolean => typeof limit === 'number' && items.length < limit;

const emptyEnd = (walk: Walk, firstPage: number): Page | undefined => {
  const last = walk.at(-1);
  if (last === undefined || last.items.length > 0 || typeof last.totalPages !== 'number') return undefined;
  // In a listing without items, the single page may be counted.
  return countItems(walk) > 0 && last.number - firstPage < last.totalPages ? last : undefined;
};

export const fillsInnerPages = overWalks(
  { code: 'PAGE_NOT_FULL', where: '$.data', expected: 'full pages, and a last one that is not empty' },
  (walks, _seen, { facts }) => {
    const inner = walks.flatMap((walk) => walk.slice(0, -1));
    const wrong = inner.find(isShort) ?? firstOf(walks, (walk) => emptyEnd(walk, facts.firstPage));
    const isShown = inner.some(({ limit }) => typeof limit === 'number');
    return {
      pages: walks.flat(),
      broken: wrong && brokenBy(wrong, `array(${wrong.items.length})`),
      lacking: isShown ? undefined : 'no page with another after it says what limit it keeps',
    };
  },
);

export const losesNoItem = overWalks(
  { code: 'ITEM_LOST', where: '$.data', expected: 'the same items in small pages as in large ones' },
  (walks) => {
    const all = walks.map((walk) => ({ walk, known: new Set(idsOf(walk)) }));
    const lacks = (page: Page, own: Walk) =>
      all.some(({ walk, known }) => page.ids.some((id) => !known.has(id)) && isCovered(page, own, walk));
    const lost = firstOf(walks, (own) => own.find((page) => lacks(page, own)));
    const lengths = new Set(walks.map((walk) => (isSampled(walk) ? `of ${walk[0]?.limit}` : walk.length)));
    return {
      pages: walks.flat(),
      broken: brokenBy(lost, 'an item that other pages lack'),
      lacking: lengths.size > 1 ? undefined : 'the listing was walked through in pages of one size only',
    };
  },
);

export const listsReadRecords: Judge<readonly [survey: ListingSurvey, reads: readonly Reply[]]> = unlessItChanged(
  ([survey]) => survey,
  atAnyTime(
    { code: 'ITEM_LOST', where: '$.data', expected: 'every record that is read by its id' },
    ([survey, reads]) => {
      const pages = wholeWalks(survey).flat();
      const listed = new Set(idsOf(pages));
      const isListed = ({ body }: Reply) => listed.has(idIn(body) ?? '');
      const read = reads.filter((reply) => isSuccess(reply) && idIn(reply.body) !== undefined);
      const due = dueIn(survey.large, read);
      const isLost = due.some((reply) => !isListed(reply));
      return {
        pages,
        broken: isLost ? brokenBy(pages[0], 'one that stands on no page') : undefined,
        lacking: due.length > 0 || read.some(isListed) ? undefined : 'no record was read by its id',
      };
    },
  ),
);

const newItems = { code: 'ITEM_REPEATED', where: '$.data', expected: 'no item of another page' };

export const endsAfterLast: Judge<ListingSurvey> = unlessItChanged(
  (seen) => seen,
  ({ small, large, beyond }, { attribution, facts: { firstPage } }) => {
    const pages = [...small, ...large];
    const answered = beyond.filter(({ reply }) => attribution.mayJudge(reply));
    const judged = answered.map(({ reply }) => reply);
    if (judged.length === 0) throw untested('NO_SUCH_PAGE', 'no page past the end was answered');
    const seen = new Set(idsOf(pages));
    const findings = answered.flatMap(({ reply, number }): readonly Found[] => {
      if (attribution.isAccident(reply))
        throw untested('FAILED_ONCE', `a page past the end was answered ${reply.status} once`);
      if (isServerError(reply)) return [wrongStatus({ reply, code: 'SERVER_ERROR', expected: 'no server error' })];
      const page = pageOf(reply, number);
      if (page !== undefined && isClamped(page, number, firstPage)) return [];
      const repeated = page?.ids.find((id) => seen.has(id));
      const against = pages.find(({ ids }) => repeated !== undefined && ids.includes(repeated))?.reply;
      return against ? [finding({ reply, against, ...newItems, observed: 'an item of another page' })] : [];
    });
    if (findings.length === 0 && seen.size === 0) throw untested('FEW_ITEMS', 'the listing has no items');
    return { findings, judged };
  },
);

const ownItems = { code: 'FOREIGN_ITEM', expected: 'items of this subaccount only' };

export const separatesSubaccounts: Judge<readonly OwnersPages[]> = (owners) => {
  const listedBy = new Map<string, { readonly owner: string; readonly reply: Reply }>();
  const findings: Found[] = [];
  for (const { owner, pages } of owners) {
    const isForeign = (id: string): boolean => (listedBy.get(id)?.owner ?? owner) !== owner;
    const guilty = pages.find(({ ids }) => ids.some(isForeign));
    const foreign = guilty?.ids.find(isForeign) ?? '';
    const at = guilty?.items.findIndex((item) => idIn(item) === foreign);
    const against = listedBy.get(foreign)?.reply;
    for (const { ids, reply } of pages) for (const id of ids) if (!listedBy.has(id)) listedBy.set(id, { owner, reply });
    if (guilty)
      findings.push(
        finding({
          reply: guilty.reply,
          ...(against && { against }),
          ...ownItems,
          where: `$.data[${at}].id`,
          observed: 'an item of another subaccount',
        }),
      );
  }
  if (listedBy.size === 0) throw untested('FEW_ITEMS', 'no subaccount has an item');
  if (new Set(owners.map(({ owner }) => owner)).size < 2)
    throw untested('NO_SUCH_CASE', 'only one subaccount has a listing');
  return { findings, judged: owners.flatMap(({ pages }) => pages.map(({ reply }) => reply)) };
};
