import { type Listing, ownParameter, readOf } from '#contract';
import { idIn, keyIn, type Reply, sentQuery, subaccountOf } from '#evidence';
import { isSuccess } from '#run';
import {
  isCreated,
  type LimitedPage,
  type ListedBack,
  type ListingSurvey,
  type OwnersPages,
  type Page,
  type Pair,
  pageOf,
} from '../listings/page.ts';
import { orderProbeOf } from '../orders/valid-orders.ts';
import { readProbeOf } from '../reads/configured.ts';
import { type Recorded, repliesTo, unshown } from '../source.ts';

// What a recording shows about listings and created records.

/** Milliseconds until a created or listed record shows elsewhere. */
const maxDelayMs = 10_000;

const isAfter = (earlier: Reply, later: Reply, ms = 0): boolean => later.receivedMs - earlier.receivedMs > ms;

/** A recording may have no key. */
const isOfOneKey = (one: Reply, other: Reply): boolean => {
  const key = keyIn(one.request);
  return key !== undefined && key !== '' && key === keyIn(other.request);
};

const isLost = (shown: Reply, read: Reply): boolean =>
  read.status === 404 &&
  subaccountOf(read) === subaccountOf(shown) &&
  isOfOneKey(shown, read) &&
  isAfter(shown, read, maxDelayMs);

const boundIn = (reply: Reply, name: string): number | undefined => {
  const text = sentQuery(reply, name);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
};

/** Pages by subaccount. @throws Untested without a page. */
export const recordedPages = (recorded: Recorded, listing: Listing): readonly OwnersPages[] => {
  const byOwner = new Map<string, Page[]>();
  for (const reply of repliesTo(recorded, readProbeOf(listing))) {
    const page = pageOf(reply, boundIn(reply, 'page') ?? 0);
    const pages = byOwner.get(subaccountOf(reply)) ?? [];
    byOwner.set(subaccountOf(reply), pages);
    if (page) pages.push(page);
  }
  return [...byOwner].map(([owner, pages]) => ({ owner, pages }));
};

/** Each variant of an item once. */
export const recordedItems = (recorded: Recorded, listing: Listing): readonly unknown[] => {
  const items = recordedPages(recorded, listing).flatMap(({ pages }) => pages.flatMap((page) => page.items));
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
};

export const recordedLosses = (recorded: Recorded, listing: Listing): readonly Reply[] => {
  const operation = readOf(listing);
  const parameter = ownParameter(operation);
  const pages = recordedPages(recorded, listing).flatMap(({ pages: own }) => own);
  return recorded.replies.filter(
    (read) =>
      read.operation === operation &&
      pages.some(
        ({ reply, ids }) => ids.includes(String(read.request.input[parameter]).toLowerCase()) && isLost(reply, read),
      ),
  );
};

interface Numbered extends LimitedPage {
  readonly page: Page;
}

const numbered = (page: Page): readonly Numbered[] => {
  const { reply } = page;
  const [asked, number] = [boundIn(reply, 'limit'), boundIn(reply, 'page')];
  return asked === undefined || asked < 1 || number === undefined ? [] : [{ asked, reply, page }];
};

/** 0 only if the listing itself says so. */
const firstOf = (pages: readonly Page[]): 0 | 1 =>
  pages.some(({ reply, page, items }) => boundIn(reply, 'page') === 0 && page === 0 && items.length > 0) ? 0 : 1;

/** The document does not define the answer to a page before the first or past the end. */
const isWithin = ({ page: { number, totalPages } }: Numbered, first: number): boolean =>
  number >= first && typeof totalPages === 'number' && number - first < totalPages;

const shownBy = ({ page: { ids, totalPages } }: Numbered): string => `${totalPages} ${ids.join()}`;

const isSteady = (pages: readonly Numbered[]): boolean => {
  const byLimit = new Map(pages.map((page) => [page.asked, shownBy(page)]));
  const isAlike = pages.every((page) => byLimit.get(page.asked) === shownBy(page));
  return pages.length > 1 && isAlike && pages.at(0)?.asked === pages.at(-1)?.asked;
};

/**
 * The survey from the recorded pages of one subaccount: the one with the most pages by number and limit. Nobody read
 * the pages in order, so they show nothing about the whole listing.
 */
export const recordedSurvey = (recorded: Recorded, listing: Listing): ListingSurvey => {
  const surveys = recordedPages(recorded, listing).map(({ pages }) => {
    const first = firstOf(pages);
    const within = pages.flatMap(numbered).filter((page) => isWithin(page, first));
    return {
      limited: within.filter(({ page }) => page.number === first),
      later: within.filter(({ page }) => page.number > first),
    };
  });
  const [most] = surveys.toSorted((one, other) => other.limited.length - one.limited.length);
  if (most === undefined || most.limited.length === 0) throw unshown(`pages of ${listing} by number and limit`);
  return {
    large: most.later.map(({ page }) => page),
    isWhole: false,
    small: [],
    full: [],
    limited: most.limited,
    single: [undefined, undefined],
    twice: [undefined, undefined],
    beyond: [],
    unnumbered: undefined,
    isSteady: isSteady(most.limited),
    // A recording does not show what was done between two reads.
    growsByItself: false,
  };
};

const createdIn = (recorded: Recorded): readonly Reply[] => {
  const created = repliesTo(recorded, orderProbeOf('offramp.initiate')).filter(isCreated);
  if (created.length === 0) throw unshown('created offramps');
  return created;
};

/** A success, or a refusal at a time when the offramp must exist. */
const readBackOf = (created: Reply, { replies }: Recorded): readonly Pair[] => {
  const id = idIn(created.body);
  const reads = replies.filter(
    (reply) =>
      reply.operation === 'offramp.read' &&
      String(reply.request.input.offrampId).toLowerCase() === id &&
      subaccountOf(reply) === subaccountOf(created) &&
      keyIn(reply.request) !== undefined &&
      isAfter(created, reply),
  );
  const reply = reads.find(isSuccess) ?? reads.find((read) => isLost(created, read));
  return reply ? [[reply, created.body]] : [];
};

export const recordedReadBack = (recorded: Recorded): readonly Pair[] => {
  const read = createdIn(recorded).flatMap((created) => readBackOf(created, recorded));
  if (read.length === 0) throw unshown('created offramps, read');
  return read;
};

/** True for an only page with items. A page past the end also counts one page, but has no items. */
const isOnly = ({ reply, items, totalPages }: Page): boolean =>
  totalPages === 1 && (items.length > 0 || sentQuery(reply, 'page') === '');

/** Listings at times when the created offramps must exist. */
export const recordedListedBack = (recorded: Recorded): ListedBack => {
  const all = createdIn(recorded);
  const found = recordedPages(recorded, 'offramp.list').flatMap(({ owner, pages }) => {
    const page = pages.findLast(isOnly);
    const own = all.filter((order) => page && subaccountOf(order) === owner && isAfter(order, page.reply, maxDelayMs));
    return page && own.length > 0 ? [{ own, page }] : [];
  });
  if (found.length === 0) throw unshown('created offramps, listed');
  const created = found.flatMap(({ own }) => own);
  return {
    created,
    pages: found.map(({ page }) => page),
    due: created,
    growsByItself: false,
  };
};
