import fc from 'fast-check';
import { type Listing, listings } from '#contract';
import { counterAt, type Reply, sentQuery, Untested, valueAt } from '#evidence';
import { type Cases, isMalformedBound, malformedBound, withCases } from '#generators';
import { drawn, enumerated } from '../drawn.ts';
import { longStepsOf } from '../patience.ts';
import { repliesOf } from '../reads/reads.ts';
import { recordedSurvey } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { derive, perOperation, probe } from '../source.ts';
import { askPage, hasGrown, isWhole, walk } from './listing.ts';
import { idsOf, type LimitedPage, type ListingSurvey, type Page, pageOf, sizesOf } from './page.ts';
import { isSampled, maxWhole, sizeOf } from './sample.ts';

interface OddBound {
  readonly name: 'page' | 'limit';
  readonly value: string;
}

/** A fixed case changes the page of one listing and the limit of the other; a drawn value changes one of both. */
const malformed = (listing: Listing): Cases<OddBound> => {
  const values = malformedBound();
  const turn = listings.indexOf(listing);
  const examplesOf = (by: number): readonly OddBound[] =>
    values.examplesOf(by).map((value, at) => ({ name: (at + turn + by) % 2 === 0 ? 'page' : 'limit', value }));
  return withCases(fc.record({ name: fc.constantFrom('page' as const, 'limit' as const), value: values }), {
    examples: examplesOf(0),
    examplesOf,
    describe: ({ name }) => `a ${name} that is no whole positive number`,
  });
};

/** True for a page or limit that is no positive whole number within a listing's range. */
export const hasMalformedBound = (reply: Reply): boolean =>
  ['page', 'limit'].some(
    (name) => valueAt(reply.request.input.query, name) !== undefined && isMalformedBound(sentQuery(reply, name)),
  );

export const malformedListingBounds = perOperation((listing: Listing) =>
  drawn(`${listing} with malformed bounds`, {
    mode: 'reads',
    minProfile: 'gate',
    arbitrary: () => malformed(listing),
    ask: (service, { name, value }) => askPage(service, listing, { limit: 2, [name]: value }),
    isCase: hasMalformedBound,
    oddity: () => 'a malformed page number',
  }),
);

const oddBounds = {
  'limit 0': { limit: 0 },
  'limit -1': { limit: -1 },
  'page -1': { page: -1 },
  'page 0': { page: 0 },
  'limit 2^31': { limit: 2 ** 31 },
  'two pages and two limits': { page: [1, 2], limit: [2, 3] },
} as const;

/** The document does not say how a service answers. */
export const oddListingBounds = perOperation((listing: Listing) =>
  enumerated(`${listing} with odd bounds`, {
    mode: 'reads',
    minProfile: 'gate',
    cases: () => Object.entries(oddBounds),
    describe: ([name]) => name,
    oddity: () => 'a malformed page number',
    ask: (service, [, bounds]) => askPage(service, listing, { limit: 2, ...bounds }),
  }),
);

/** Page and limit in the answer to a request without them, or the status of its refusal. */
export const keptBounds = (reply: Reply): string =>
  reply.status < 300 ? `${counterAt(reply, 'page')} and ${counterAt(reply, 'limit')}` : String(reply.status);

const divisorOf = (items: number, greatest: number): number => {
  for (let limit = Math.min(items, greatest); limit > 1; limit -= 1) if (items % limit === 0) return limit;
  return 1;
};

const limitsTried = [1, 2, 1000];

const commonLimits = [5, 10, 20, 25, 50, 100];

const readerOf = (service: Service, listing: Listing) => {
  const { facts, roles, api } = service;
  const ask = async (limit: number, number = facts.firstPage): Promise<LimitedPage> => {
    const reply = await askPage(service, listing, { page: number, limit });
    return { asked: limit, reply, page: pageOf(reply, number) };
  };
  return {
    ask,
    first: async (limit: number) => [(await ask(limit)).page].filter((page) => page !== undefined),
    /** The pages of a walk; empty if the listing does not answer with a page. */
    walk: (limit: number, items = 1): Promise<readonly Page[]> => {
      const pages = Math.ceil(items / limit);
      return walk(service, listing, { limit }, pages > maxWhole ? 1 : pages).catch((error: unknown) => {
        if (error instanceof Untested) return [];
        throw error;
      });
    },
    unlimited: async (page: number) => api.call(listing, { subaccountId: roles.subaccount, query: { page } }),
    unnumbered: async (limit: number) => api.call(listing, { subaccountId: roles.subaccount, query: { limit } }),
  };
};

type Reader = ReturnType<typeof readerOf>;

/** Default limits of many services. Each limit may have code, and so defects, of its own. */
const usualLimits = [10, 20, 50];

/** Small enough for many pages, large enough for few requests. */
const smallLimit = 5;

const usualLimit = 10;

/** Smaller than the largest pages and than the listing, so that the pages differ and the last page is not full. */
const limitOf = (items: number, greatest: number): number => {
  const small = items > 3 * usualLimit ? usualLimit : smallLimit;
  const most = Math.min(small, Math.floor(greatest / 2), Math.floor(items / 3) + 1);
  // If only a sample of a listing is read, it may have any number of pages.
  const least = items > greatest * maxWhole ? 1 : Math.ceil(items / maxWhole);
  const limit = Math.max(most, least, 1);
  return items % limit === 0 && limit + 1 < Math.min(items, greatest) ? limit + 1 : limit;
};

/** Reads under common limits too: some limits cut the listing short, and a service may refuse a small limit. */
const readLimited = async (service: Service, read: Reader, items: number): Promise<readonly LimitedPage[]> => {
  const tried = await service.each(limitsTried, (limit) => read.ask(limit));
  const isTaken = tried.every(({ asked, page }) => asked >= smallLimit || page !== undefined);
  const { greatestLimit } = service.facts;
  const min = limitOf(items, greatestLimit);
  const cutting = usualLimits.filter((limit) => limit > min && limit < Math.min(items, greatestLimit));
  return [...(await service.each(isTaken ? cutting : commonLimits, (limit) => read.ask(limit))), ...tried];
};

const takenLimit = (limit: number, limited: readonly LimitedPage[]): number => {
  const sizes = sizesOf(limited);
  return sizes.includes(1) ? limit : (sizes.find((size) => size >= limit) ?? sizes.at(-1) ?? limit);
};

/** A 32-bit number overflows to the first page. */
const pageThatWraps = 2 ** 32 + 1;

type Walked = Pick<ListingSurvey, 'small' | 'full' | 'twice' | 'beyond'>;

const walkThrough = async (
  service: Service,
  read: Reader,
  { large, limited }: Pick<ListingSurvey, 'large' | 'limited'>,
): Promise<Walked> => {
  const { firstPage, greatestLimit } = service.facts;
  const items = sizeOf(large);
  const limit = takenLimit(limitOf(items, greatestLimit), limited);
  const divisor = divisorOf(items, greatestLimit);
  // If the greatest limit divides the number of items, the large pages are already full.
  const isOwnWalk =
    divisor > 1 &&
    divisor < greatestLimit &&
    (isSampled(large) || items / divisor <= maxWhole) &&
    divisor === takenLimit(divisor, limited);
  const [walked, full] = await Promise.all([
    limit < greatestLimit ? read.walk(limit, items) : [],
    isOwnWalk ? read.walk(divisor, items) : [],
  ]);
  const small = isWhole(walked, service) ? walked : [];
  // Nothing is read in between: an order that reverses with each read would be reversed twice.
  const twice = [(await read.ask(limit)).page, (await read.ask(limit)).page] as const;
  const counted = small.length > 0 ? small : large;
  const last = counted.at(-1);
  if (last === undefined || typeof last.totalPages !== 'number') return { small, full, twice, beyond: [] };
  const end = firstPage + Math.max(last.totalPages, counted.length);
  const beyond = await service.each([end, pageThatWraps], async (number) => ({
    number,
    reply: (await read.ask(counted === small ? limit : greatestLimit, number)).reply,
  }));
  // A number past the end under any limit that a listing may use instead.
  const unlimited = firstPage + items;
  return {
    small,
    full,
    twice,
    beyond: [...beyond, { number: unlimited, reply: await read.unlimited(unlimited) }],
  };
};

const unwalked: Walked = { small: [], full: [], twice: [undefined, undefined], beyond: [] };

const itemsIn = (pages: readonly Page[]): string => idsOf(pages).toSorted().join();

/** Smoke reads only first pages, under a few limits, for stated claims. */
const surveyListing = async (service: Service, listing: Listing): Promise<ListingSurvey> => {
  const { firstPage, greatestLimit } = service.facts;
  const read = readerOf(service, listing);
  const walks = service.profile !== 'smoke';
  const large = walks ? await read.walk(greatestLimit) : await read.first(greatestLimit);
  const isKnown = walks && large.length > 0 && isWhole(large, service);
  const limited = await readLimited(service, read, isKnown ? sizeOf(large) : 0);
  const [smallest = 1, next = 2] = sizesOf(limited);
  const [second, unnumbered] = await Promise.all([read.ask(smallest, firstPage + 1), read.unnumbered(next)]);
  if ((second.page?.items.length ?? 0) > 0)
    service.run.secondPages.set(listing, { page: firstPage + 1, limit: smallest });
  const walked = isKnown ? await walkThrough(service, read, { large, limited }) : unwalked;
  const after = isKnown ? await read.walk(greatestLimit) : await read.first(greatestLimit);
  return {
    large,
    isWhole: isKnown,
    ...walked,
    limited,
    single: [limited.find(({ asked }) => asked === smallest)?.page, second.page],
    unnumbered,
    growsByItself: hasGrown(isKnown ? large : large.slice(0, 1), after, { whole: isKnown }),
    isSteady: itemsIn(isKnown ? large : large.slice(0, 1)) === itemsIn(after),
  };
};

export const surveys = perOperation((listing: Listing) =>
  probe(`look at ${listing}`, {
    mode: 'quiet',
    send: async (service) => {
      let survey = await surveyListing(service, listing);
      // A new order may appear late.
      for (const pause of longStepsOf(service)) {
        if (survey.isSteady) break;
        await service.pause(pause);
        survey = await surveyListing(service, listing);
      }
      return survey;
    },
    select: (recorded) => recordedSurvey(recorded, listing),
  }),
);

export const plainPages = perOperation((listing: Listing) =>
  derive([repliesOf(listing)], (replies) => replies.flatMap((reply) => pageOf(reply, 0) ?? [])),
);
