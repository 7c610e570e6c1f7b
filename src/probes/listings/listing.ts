import { randomUUID } from 'node:crypto';
import { type Listing, readOf } from '#contract';
import { lacking, notSet, type Reply, type Setting, type Untested, untested } from '#evidence';
import { roleVariables, skipText } from '#run';
import { maxIdle } from '../patience.ts';
import { recordedPages } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { type Attempted, attempt, derive, ifAllowed, isAnswered, perOperation, probe, type Source } from '../source.ts';
import { countItems, idsOf, type OwnersPages, type Page, pageOf } from './page.ts';
import { isFull, isLong, isSampled, sampledAfter, sizeOf, stillDue } from './sample.ts';

const maxPages = 60;

interface Question {
  readonly subaccountId?: string;
  readonly page?: Bound;
  readonly limit?: Bound;
}

/** Each number of an array is a parameter of its own. */
type Bound = string | number | readonly number[];

export const askPage = (
  { api, roles, facts }: Service,
  listing: Listing,
  { subaccountId = roles.subaccount, page = facts.firstPage, limit = facts.greatestLimit }: Question = {},
): Promise<Reply> => api.call(listing, { subaccountId, query: { page, limit } });

const isLast = ({ items, limit, totalPages, number }: Page, firstPage: number): boolean =>
  typeof totalPages === 'number' &&
  number - firstPage + 1 >= totalPages &&
  (typeof limit !== 'number' || items.length < limit);

type AskNumber = (number: number) => Promise<Page | undefined>;

/** Undefined if the listing ends before the last counted page, or if the service refuses that page. */
const readSample = async (service: Service, first: Page, read: AskNumber): Promise<readonly Page[] | undefined> => {
  const pages = [first];
  for (const number of sampledAfter(first, service.seed)) {
    const next = await read(number);
    if (next === undefined) return undefined;
    pages.push(next);
  }
  if (pages.slice(-2).every(({ items }) => items.length === 0)) return undefined;
  // The page counts may be too low.
  for (let last = pages.at(-1); last !== undefined && isFull(last) && pages.length < maxPages; last = pages.at(-1)) {
    const next = await read(last.number + 1);
    if (next === undefined || next.items.length === 0 || next.ids.every((id) => last?.ids.includes(id))) break;
    pages.push(next);
  }
  return pages;
};

/**
 * The pages from the first to a page without new items, or up to the limit of a walk; of a long listing a sample. Pages
 * are read one after the other: in parallel, the answers may come in another order, and a new item could move another
 * item past the reader. Only as many pages are requested at once as the caller expects.
 */
export const walk = async (
  service: Service,
  listing: Listing,
  question: Omit<Question, 'page'> = {},
  known = 1,
): Promise<readonly Page[]> => {
  const { firstPage } = service.facts;
  const ask = (number: number) => askPage(service, listing, { ...question, page: number });
  const begun = await Promise.all(Array.from({ length: known }, (_, at) => ask(firstPage + at)));
  const read = async (number: number) => pageOf(begun[number - firstPage] ?? (await ask(number)), number);
  const first = await read(firstPage);
  // Without pages a listing cannot be judged.
  if (first === undefined)
    throw untested('NOT_SERVED', `${listing} does not answer with a page`, { operation: listing });
  const sample = isLong(first) ? await readSample(service, first, read) : undefined;
  if (sample !== undefined) {
    service.run.longListings.set(listing, { read: sample.length, pages: Number(first.totalPages) });
    return sample;
  }
  const pages = [first];
  const seen = new Set(first.ids);
  for (let number = firstPage + 1; pages.length < maxPages; number += 1) {
    const last = pages.at(-1);
    if (last === undefined || last.items.length === 0 || isLast(last, firstPage)) break;
    const next = await read(number);
    const counted = typeof last.totalPages === 'number' && number - firstPage < last.totalPages;
    if (next === undefined || (!counted && !next.ids.some((id) => !seen.has(id)))) break;
    pages.push(next);
    if (!next.ids.some((id) => !seen.has(id))) break;
    for (const id of next.ids) seen.add(id);
  }
  return pages;
};

/** True if the service refused a page that an earlier page counts. Some services show no page after a certain item. */
const isCutOff = (pages: readonly Page[], firstPage: number): boolean => {
  const last = pages.at(-1);
  if (last === undefined || typeof last.totalPages !== 'number') return false;
  const earlier = new Set(idsOf(pages.slice(0, -1)));
  const isPromised = last.number - firstPage + 1 < last.totalPages;
  return isPromised && last.ids.some((id) => !earlier.has(id)) && last.count !== sizeOf(pages);
};

/** True if a walk reached the end of the listing. A sample always includes the end. */
export const isWhole = (pages: readonly Page[], { facts: { firstPage } }: Setting): boolean => {
  const last = pages.at(-1);
  if (last === undefined || isSampled(pages) || isLast(last, firstPage)) return true;
  return pages.length < maxPages && !isCutOff(pages, firstPage);
};

/** All pages, or a sample of a long listing. First pages alone prove nothing about all items. */
export const wholeWalk = async (
  service: Service,
  listing: Listing,
  subaccountId = service.roles.subaccount,
): Promise<readonly Page[]> => {
  const pages = await walk(service, listing, { subaccountId });
  if (isWhole(pages, service)) return pages;
  const most = `${pages.length} pages of ${service.facts.greatestLimit}`;
  throw untested('LONG_LISTING', `${listing} is longer than the ${most} that can be read`);
};

/** Walks in the largest pages, for each subaccount with a listing, the individual subaccount first. */
export const walks = perOperation((listing: Listing) =>
  probe(`walks through ${listing}`, {
    mode: 'quiet',
    send: async (service): Promise<readonly OwnersPages[]> => {
      const { roles, profile } = service;
      const others = roles.has('business') && profile !== 'smoke' ? [roles.business] : [];
      const owners = [...new Set([roles.subaccount, ...others])];
      const walked = await Promise.all(
        owners.map(async (owner) => ({
          owner,
          pages: await walk(service, listing, { subaccountId: owner }),
        })),
      );
      const [id] = idsOf(walked.filter(({ owner }) => others.includes(owner)).flatMap(({ pages }) => pages));
      if (id !== undefined) service.run.businessRecords.set(readOf(listing), id);
      return walked;
    },
    select: (recorded) => recordedPages(recorded, listing),
  }),
);

/**
 * True if items came between two reads and none is gone: then others created orders. In a part of a listing, one item
 * may go for each item that came.
 */
export const hasGrown = (
  before: readonly Page[],
  after: readonly Page[],
  { whole = true }: { readonly whole?: boolean } = {},
): boolean => {
  if (isSampled(before) || isSampled(after)) {
    const ids = new Set(idsOf(after));
    return sizeOf(after) > sizeOf(before) && stillDue(before, after).every((id) => ids.has(id));
  }
  const [old, now] = [before, after].map((pages) => new Set(idsOf(pages)));
  const come = [...(now ?? [])].filter((id) => !old?.has(id)).length;
  const gone = [...(old ?? [])].filter((id) => !now?.has(id)).length;
  return come > 0 && gone <= (whole ? 0 : come);
};

/** Walks again without an order in between, because items may come without one. */
export const growsWhenIdle = async (
  service: Service,
  before: readonly Page[],
  again: () => Promise<readonly Page[]>,
): Promise<boolean> => hasGrown(before, await again(), { whole: isWhole(before, service) });

export interface Watched {
  readonly listing: Listing;
  readonly before: Attempted<readonly Page[]>;
  readonly after: Attempted<readonly Page[]>;
  /** Ids of new items; undefined if any item may be new. */
  readonly own: readonly string[] | undefined;
}

/** True if an item may have come between two pages of a walk. The document does not define the offramps' count. */
const isShifted = (listing: Listing, pages: readonly Page[]): boolean => {
  const items = sizeOf(pages);
  const isOff = ({ count }: Page) => typeof count === 'number' && count !== items;
  return countItems(pages) < idsOf(pages).length || (listing === 'conversion.list' && pages.some(isOff));
};

const movesUnexplained = ({ listing, before, after, own }: Watched): boolean => {
  if (!isAnswered(before) || !isAnswered(after)) return false;
  const known = new Set([...idsOf(before.value), ...(own ?? [])]);
  const hasCome = own !== undefined && idsOf(after.value).some((id) => !known.has(id));
  return hasCome || isShifted(listing, before.value) || isShifted(listing, after.value);
};

const growsAgain = async (service: Service, { listing, after }: Watched): Promise<boolean> => {
  const again = await attempt(() => wholeWalk(service, listing));
  return isAnswered(after) && isAnswered(again) && hasGrown(after.value, again.value);
};

/**
 * The listings that get items without orders of ours. Listings with unexplained items are read once more after a pause
 * as long as the steps. Once in a run, because the search for a smaller case has a budget.
 */
export const listingsThatGrow = async (
  service: Service,
  watched: readonly Watched[],
  tookMs: number,
): Promise<readonly Listing[]> => {
  const suspect = service.quiet ? watched.filter(movesUnexplained) : [];
  const { growing } = service.run;
  const unknown = suspect.filter(({ listing }) => !growing.has(listing));
  if (unknown.length > 0) await service.pause(Math.min(tookMs, maxIdle(service)));
  await Promise.all(unknown.map(async (each) => growing.set(each.listing, await growsAgain(service, each))));
  return suspect.map(({ listing }) => listing).filter((listing) => growing.get(listing));
};

interface OthersPages {
  readonly owner: 'unverified' | 'unbanked' | 'nobody';
  readonly id: string;
  readonly reply: Reply;
}

interface OthersListed {
  readonly others: readonly OthersPages[];
  readonly lack: Untested | undefined;
}

const listingsOfOthers = perOperation((listing: Listing) =>
  probe(`${listing} of other subaccounts`, {
    mode: 'reads',
    send: async (service): Promise<OthersListed> => {
      const { profile, roles } = service;
      const known = (['unbanked', 'unverified'] as const).filter((role) => roles.has(role));
      const owners = [
        ...known.flatMap((owner) =>
          [roles[owner]]
            .flat()
            .slice(0, 1)
            .map((id) => ({ owner, id })),
        ),
        { owner: 'nobody' as const, id: randomUUID() },
      ];
      const chosen = owners.filter(({ owner }) => owner === 'unbanked' || profile !== 'smoke');
      const others = await service.each(chosen, async ({ owner, id }) => ({
        owner,
        id,
        reply: await askPage(service, listing, { subaccountId: id }),
      }));
      const missing = (['individual', 'business'] as const).find((role) => !roles.has(role));
      const lack = missing && notSet(roleVariables[missing]);
      return { others, lack };
    },
    // A recording does not say which subaccount's listing should be empty.
    select: () => ({ others: [], lack: undefined }),
  }),
);

/** Half of the items in a page: a service may check the subaccount for the first page only. */
const secondPages = perOperation((listing: Listing) =>
  probe(`${listing} of the business, its second page`, {
    mode: 'reads',
    minProfile: 'gate',
    from: [walks(listing)],
    send: async (service, walked): Promise<readonly OwnersPages[]> => {
      const { facts, roles } = service;
      const business = walked.filter(({ owner }) => roles.has('business') && owner === roles.business);
      return service.each(
        business.filter(({ pages }) => countItems(pages) > 1),
        async ({ owner, pages }) => {
          const limit = Math.min(facts.greatestLimit, Math.ceil(countItems(pages) / 2));
          const page = facts.firstPage + 1;
          const found = pageOf(await askPage(service, listing, { subaccountId: owner, page, limit }), page);
          return { owner, pages: found === undefined ? [] : [found] };
        },
      );
    },
    select: () => [],
  }),
);

export const listingsByOwner = (listing: Listing): Source<readonly OwnersPages[]> =>
  derive(
    [walks(listing), listingsOfOthers(listing), ifAllowed(secondPages(listing))],
    (walked, { others, lack }, second) => {
      if (walked.length < 2) throw lack ?? untested('NO_SUCH_CASE', 'only one subaccount has a listing');
      const unknown = others.filter(({ id }) => !walked.some(({ owner }) => owner === id));
      return [
        ...walked,
        ...second,
        ...unknown.flatMap(({ id, reply }) => {
          const page = pageOf(reply, 0);
          return page ? [{ owner: id, pages: [page] }] : [];
        }),
      ];
    },
  );

const hasNoItems = (reply: Reply): boolean => pageOf(reply, 0)?.items.length === 0;

/** The listing of a subaccount that should have no items, if such a subaccount is known. */
export const emptyListing = (listing: Listing): Source<readonly Reply[]> =>
  derive([listingsOfOthers(listing)], ({ others }) => {
    const known = others.filter(({ owner }) => owner !== 'nobody').map(({ reply }) => reply);
    const reply = known.find(hasNoItems) ?? known[0];
    if (reply === undefined) throw notSet(roleVariables.unbanked);
    return [reply];
  });

export const listingOfNobody = (listing: Listing): Source<readonly Reply[]> =>
  derive([listingsOfOthers(listing)], ({ others }) => {
    const own = others.filter(({ owner }) => owner === 'nobody').map(({ reply }) => reply);
    if (own.length === 0) throw lacking('SMALL_PROFILE', skipText('smoke', 'gate'), 'profile');
    return own;
  });
