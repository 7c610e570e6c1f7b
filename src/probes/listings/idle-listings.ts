import type { Listing } from '#contract';
import { maxIdle } from '../patience.ts';
import { isSeen, type Seen, see } from '../seen.ts';
import type { Service } from '../service.ts';
import { isWhole, wholeWalk } from './listing.ts';
import { countItems, idsOf, type Page } from './page.ts';

/**
 * Whether items have come between two reads, and none has gone: the orders of others show in this way. From a part of a
 * listing as many may go as have come.
 */
export const hasGrown = (
  before: readonly Page[],
  after: readonly Page[],
  { whole = true }: { readonly whole?: boolean } = {},
): boolean => {
  const [old, now] = [before, after].map((pages) => new Set(idsOf(pages)));
  const come = [...(now ?? [])].filter((id) => !old?.has(id)).length;
  const gone = [...(old ?? [])].filter((id) => !now?.has(id)).length;
  return come > 0 && gone <= (whole ? 0 : come);
};

/** A walk again with nothing done: whether items come by themselves. */
export const growsWhenIdle = async (
  service: Service,
  before: readonly Page[],
  again: () => Promise<readonly Page[]>,
): Promise<boolean> => hasGrown(before, await again(), { whole: isWhole(before, service) });

/** A listing before and after something was done. */
export interface Watched {
  readonly listing: Listing;
  readonly before: Seen<readonly Page[]>;
  readonly after: Seen<readonly Page[]>;
  /** Ids that have come of it; undefined where any may have. */
  readonly own: readonly string[] | undefined;
}

/** Signs of an item that came between two pages of a walk; the meaning of the offramps' count is open. */
const isShifted = (listing: Listing, pages: readonly Page[]): boolean => {
  const items = countItems(pages);
  const isOff = ({ count }: Page) => typeof count === 'number' && count !== items;
  return items < idsOf(pages).length || (listing === 'conversion.list' && pages.some(isOff));
};

const movesUnexplained = ({ listing, before, after, own }: Watched): boolean => {
  if (!isSeen(before) || !isSeen(after)) return false;
  const known = new Set([...idsOf(before.value), ...(own ?? [])]);
  const hasCome = own !== undefined && idsOf(after.value).some((id) => !known.has(id));
  return hasCome || isShifted(listing, before.value) || isShifted(listing, after.value);
};

/** Of one run, the listings that were read again with nothing done, and whether items came into them. */
const known = new WeakMap<object, Map<Listing, boolean>>();

const growsAgain = async (service: Service, { listing, after }: Watched): Promise<boolean> => {
  const again = await see(() => wholeWalk(service, listing));
  return isSeen(after) && isSeen(again) && hasGrown(after.value, again.value);
};

/**
 * The listings into which items come by themselves: those with unexplained items are read once more, as long after as the
 * steps took, with nothing done between. Once in a run, because the search for a smaller case has a budget.
 */
export const listingsThatGrow = async (
  service: Service,
  watched: readonly Watched[],
  tookMs: number,
): Promise<readonly Listing[]> => {
  const suspect = service.quiet ? watched.filter(movesUnexplained) : [];
  const grows = known.get(service.run) ?? new Map<Listing, boolean>();
  known.set(service.run, grows);
  const unknown = suspect.filter(({ listing }) => !grows.has(listing));
  if (unknown.length > 0) await service.pause(Math.min(tookMs, maxIdle(service)));
  await Promise.all(unknown.map(async (each) => grows.set(each.listing, await growsAgain(service, each))));
  return suspect.map(({ listing }) => listing).filter((listing) => grows.get(listing));
};
