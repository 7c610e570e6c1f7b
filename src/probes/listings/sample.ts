import { isRecord, type Reply } from '#evidence';
import { countItems, idsOf, type Page } from './page.ts';

// A long listing is read by a sample of its pages: the first two, the last two, and pairs between them that the seed draws.

/** In pages; a walk reads every page of a listing up to this length. */
export const maxWhole = 12;

/** Places of drawn pairs as shares of the listing. Weyl's sequence spreads them for any seed. */
const sharesOf = (seed: number): readonly number[] =>
  [1, 2].map((turn) => ((Math.abs(seed) + turn) * 0.618_033_99) % 1);

export const isFull = ({ items, limit }: Page): boolean =>
  typeof limit === 'number' && limit > 0 && items.length === limit;

/** True for the first page of a listing that is too long for a whole walk. */
export const isLong = (first: Page): boolean =>
  typeof first.totalPages === 'number' &&
  Number.isSafeInteger(first.totalPages) &&
  first.totalPages > maxWhole &&
  isFull(first);

/** Numbers of the pages after the first. Two neighbouring pages show an item that moved by less than a page. */
export const sampledAfter = (first: Page, seed: number): readonly number[] => {
  const all = Number(first.totalPages);
  const drawn = sharesOf(seed).map((share) => Math.floor(share * (all - 1)));
  const numbers = [1, ...drawn.flatMap((at) => [at, at + 1]), all - 2, all - 1];
  return [...new Set(numbers)]
    .filter((at) => at > 0)
    .toSorted((one, other) => one - other)
    .map((at) => at + first.number);
};

export const isSampled = (pages: readonly Page[]): boolean =>
  pages.some(({ number }, at) => at > 0 && number > (pages[at - 1]?.number ?? number) + 1);

/** The number of items of a listing: counted, or computed from the last page of a sample. */
export const sizeOf = (pages: readonly Page[]): number => {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined || !isSampled(pages)) return countItems(pages);
  return (last.number - first.number) * Number(first.limit) + last.items.length;
};

const placesOf = ({ number, items }: Page, [first]: readonly Page[]): readonly [from: number, to: number] => {
  const from = (number - (first?.number ?? number)) * Number(first?.limit);
  return [from, from + items.length];
};

/** True if a walk covers the places of all items of a page of another walk. */
export const isCovered = (page: Page, own: readonly Page[], walk: readonly Page[]): boolean => {
  if (!isSampled(walk)) return true;
  const [from, to] = placesOf(page, own);
  if (!Number.isFinite(from)) return false;
  const held = walk.map((it) => placesOf(it, walk));
  const isHeld = (place: number): boolean => held.some(([start, end]) => start <= place && place < end);
  return Array.from({ length: to - from }, (_, at) => from + at).every(isHeld);
};

/**
 * Ids that a later walk must show. In a sample, the ids of pages that were read again together with their next page;
 * none if the listing grew by a page.
 */
export const stillDue = (before: readonly Page[], after: readonly Page[]): readonly string[] => {
  if (!isSampled(before) && !isSampled(after)) return idsOf(before);
  if (sizeOf(after) - sizeOf(before) >= Number(before[0]?.limit)) return [];
  const read = new Set(after.map(({ number }) => number));
  const last = after.at(-1)?.number;
  return idsOf(before.filter(({ number }) => read.has(number) && (read.has(number + 1) || number === last)));
};

const createdAt = (item: unknown): number =>
  isRecord(item) ? Date.parse(String(item.created_at ?? item.createdAt)) : Number.NaN;

const timesOf = (pages: readonly Page[]): readonly number[] => pages.flatMap(({ items }) => items.map(createdAt));

/** Times of the newest items at one end of a sample; undefined if the times are not sorted. */
const newestTimes = (pages: readonly Page[]): readonly number[] | undefined => {
  const times = timesOf(pages);
  const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)];
  const isNewestFirst = first > last;
  const isSorted = times.every((time, at) => {
    const earlier = times[at - 1] ?? time;
    return isNewestFirst ? time <= earlier : time >= earlier;
  });
  if (!isSorted) return undefined;
  return timesOf(isNewestFirst ? pages.slice(0, 2) : pages.slice(-2));
};

/** The time since which a sample has every item; undefined if unknown. */
export const heldSince = (pages: readonly Page[]): number | undefined => {
  const times = newestTimes(pages);
  return times && Math.min(...times);
};

/** Created records that a walk must show: in a sample, records newer than the oldest item at its newest end. */
export const dueIn = (pages: readonly Page[], created: readonly Reply[]): readonly Reply[] => {
  if (!isSampled(pages)) return created;
  const since = heldSince(pages) ?? Number.POSITIVE_INFINITY;
  return created.filter(({ body }) => createdAt(body) > since);
};
