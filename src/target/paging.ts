import type { Listing } from '#contract';
import type { ReadPage, SeenPage } from './listing.ts';

const listings = ['offramp.list', 'conversion.list'] as const;

const same = (one: SeenPage | undefined, other: SeenPage | undefined): boolean =>
  one !== undefined && other !== undefined && one.ids.length > 0 && one.ids.join() === other.ids.join();

/** Number of the page that holds the first items, where the answers show it. */
const originOf = (
  unasked: SeenPage | undefined,
  zeroth: SeenPage | undefined,
  first: SeenPage | undefined,
): number | undefined => {
  const reference = unasked ?? zeroth ?? first;
  if (reference === undefined || reference.ids.length === 0) return undefined;
  // Where both hold the first items, page 0 was taken for page 1.
  if (same(reference, first)) return 1;
  return same(reference, zeroth) ? 0 : undefined;
};

/** Asks for one item without a page, on page 0 and on page 1, and compares. */
export async function probeFirstPage(readPage: ReadPage): Promise<number | undefined> {
  for (const listing of listings) {
    const [unasked, zeroth, first] = await Promise.all([
      readPage(listing, { limit: 1 }),
      readPage(listing, { page: 0, limit: 1 }),
      readPage(listing, { page: 1, limit: 1 }),
    ]);
    const origin = originOf(unasked, zeroth, first);
    if (origin !== undefined) return origin;
    if (unasked?.page === 0 || unasked?.page === 1) return unasked.page;
  }
  return undefined;
}

const limitsTried = [100, 50, 20, 10, 5, 2, 1];

/** The greatest limit that a listing honours: one that is clamped counts as what it was clamped to. */
async function greatestLimitOf(listing: Listing, readPage: ReadPage): Promise<number | undefined> {
  for (const limit of limitsTried) {
    const seen = await readPage(listing, { limit });
    if (seen === undefined) continue;
    return seen.limit !== undefined && seen.limit >= 1 && seen.limit < limit ? seen.limit : limit;
  }
  return undefined;
}

/** The greatest limit that both listings honour. */
export async function probeGreatestLimit(readPage: ReadPage): Promise<number | undefined> {
  const greatest = await Promise.all(listings.map((listing) => greatestLimitOf(listing, readPage)));
  const honoured = greatest.filter((limit) => limit !== undefined);
  return honoured.length === 0 ? undefined : Math.min(...honoured);
}
