import { type Reply, type Setting, Untested } from '#evidence';
import { recordedPages } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { type Probe, probe } from '../source.ts';
import { type Listing, type OwnersPages, type Page, pageOf } from './page.ts';

export * from './page.ts';

/** Bounds a walk through a listing that never ends, or that is very long. */
const mostPages = 60;

export interface Question {
  readonly listing: Listing;
  readonly subaccountId: string;
  readonly page: string | number;
  readonly limit: string | number;
}

export const askPage = (
  { api }: Pick<Service, 'api'>,
  { listing, subaccountId, page, limit }: Question,
): Promise<Reply> => api.call(listing, { subaccountId, query: { page, limit } });

/** The page that is asked for; a listing that answers otherwise cannot be judged by its pages. */
const readPage = async (service: Service, question: Question & { page: number }): Promise<Page> => {
  const page = pageOf(await askPage(service, question), question.page);
  if (page === undefined) throw new Untested(`${question.listing} does not answer with a page`, 'service');
  return page;
};

const isLast = ({ items, limit, totalPages, number }: Page, firstPage: number): boolean =>
  typeof totalPages === 'number' &&
  number - firstPage + 1 >= totalPages &&
  (typeof limit !== 'number' || items.length < limit);

/** How many pages are asked for before it is known whether the first of them was the last. */
const mostAhead = 8;

/** Pages in their order, those together of which the first page says that they are there. */
const pagesAhead = (service: Service, question: Omit<Question, 'page'>, { totalPages }: Page) => {
  const { firstPage } = service.facts;
  const end = typeof totalPages === 'number' ? firstPage + Math.min(totalPages, mostPages) : 0;
  const asked = new Map<number, Promise<Reply>>();
  const ask = (page: number): Promise<Reply> => {
    const asking = asked.get(page) ?? askPage(service, { ...question, page });
    asked.set(page, asking);
    return asking;
  };
  return {
    read: async (number: number): Promise<Page | undefined> => {
      for (let next = number; next < Math.min(end, number + mostAhead); next += 1) ask(next);
      return pageOf(await ask(number), number);
    },
    ended: () => Promise.allSettled(asked.values()),
  };
};

/** Pages from the first to the one that brings nothing new, or as many as a walk has at most. */
export const walk = async (service: Service, question: Omit<Question, 'page'>): Promise<readonly Page[]> => {
  const { firstPage } = service.facts;
  const first = await readPage(service, { ...question, page: firstPage });
  const pages = [first];
  const seen = new Set(first.ids);
  const ahead = pagesAhead(service, question, first);
  for (let number = firstPage + 1; pages.length < mostPages; number += 1) {
    const last = pages.at(-1);
    if (last === undefined || last.items.length === 0 || isLast(last, firstPage)) break;
    const next = await ahead.read(number).catch(async (error: unknown) => {
      await ahead.ended();
      throw error;
    });
    const counted = typeof last.totalPages === 'number' && number - firstPage < last.totalPages;
    if (next === undefined || (!counted && !next.ids.some((id) => !seen.has(id)))) break;
    pages.push(next);
    if (!next.ids.some((id) => !seen.has(id))) break;
    for (const id of next.ids) seen.add(id);
  }
  await ahead.ended();
  return pages;
};

/** Whether a walk came to the end of the listing, and did not stop before it. */
export const isWhole = (pages: readonly Page[], { facts }: Setting): boolean => {
  const last = pages.at(-1);
  return pages.length < mostPages || last === undefined || isLast(last, facts.firstPage);
};

/** All pages; what is said of all items cannot be judged by some of them. */
export const wholeWalk = async (
  service: Service,
  question: Omit<Question, 'page'>,
): Promise<readonly Page[]> => {
  const pages = await walk(service, question);
  if (isWhole(pages, service)) return pages;
  throw new Untested(`${question.listing} is longer than ${mostPages} pages of ${question.limit}`);
};

const walking = (listing: Listing): Probe<readonly OwnersPages[]> =>
  probe(`walks through ${listing}`, {
    mode: 'still',
    send: async (service) => {
      const { roles, facts } = service;
      const pagesOf = async (owner: string): Promise<OwnersPages> => ({
        owner,
        pages: await walk(service, { listing, subaccountId: owner, limit: facts.greatestLimit }),
      });
      const business = roles.has('business') && service.profile !== 'smoke';
      return Promise.all([roles.individual, ...(business ? [roles.business] : [])].map(pagesOf));
    },
    select: (recorded) => recordedPages(recorded, listing),
  });

/** The listing of each subaccount that has one, the individual first, in the largest pages. */
export const walks = {
  'offramp.list': walking('offramp.list'),
  'conversion.list': walking('conversion.list'),
} as const satisfies Readonly<Record<Listing, unknown>>;

/** Items on all pages, of any size, with their ids. */
export const idsOf = (pages: readonly Page[]): readonly string[] => pages.flatMap(({ ids }) => ids);

/** Different items; one that stands twice is one. */
export const countItems = (pages: readonly Page[]): number => new Set(idsOf(pages)).size;

/** Small enough for many pages, large enough to stay polite. */
export const smallLimit = 5;
