import type { Listing } from '#contract';
import { type Reply, type Setting, Untested } from '#evidence';
import { recordedPages } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { perOperation, probe } from '../source.ts';
import { type OwnersPages, type Page, pageOf } from './page.ts';

/** Bounds a walk through a listing that never ends, or that is very long. */
const maxPages = 60;

/** What is asked of a listing: by default of the individual, and the first page by the greatest limit. */
interface Question {
  readonly subaccountId?: string;
  readonly page?: string | number;
  readonly limit?: string | number;
}

type Whole = Omit<Question, 'page'>;

export const askPage = (
  { api, roles, facts }: Service,
  listing: Listing,
  { subaccountId = roles.individual, page = facts.firstPage, limit = facts.greatestLimit }: Question = {},
): Promise<Reply> => api.call(listing, { subaccountId, query: { page, limit } });

const isLast = ({ items, limit, totalPages, number }: Page, firstPage: number): boolean =>
  typeof totalPages === 'number' &&
  number - firstPage + 1 >= totalPages &&
  (typeof limit !== 'number' || items.length < limit);

/**
 * Pages from the first to the one that brings nothing new, or as many as a walk has at most. One after the other: side by
 * side they may be answered in another order, and an item that comes meanwhile would push one past the reader. So only as
 * many are asked for at once as the caller says are there.
 */
export const walk = async (
  service: Service,
  listing: Listing,
  question: Whole = {},
  known = 1,
): Promise<readonly Page[]> => {
  const { firstPage } = service.facts;
  const ask = (number: number) => askPage(service, listing, { ...question, page: number });
  const begun = await Promise.all(Array.from({ length: known }, (_, at) => ask(firstPage + at)));
  const read = async (number: number) => pageOf(begun[number - firstPage] ?? (await ask(number)), number);
  const first = await read(firstPage);
  // A listing that answers otherwise cannot be judged by its pages.
  if (first === undefined) throw new Untested(`${listing} does not answer with a page`, 'service');
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

/** Whether a walk came to the end of the listing, and did not stop before it. */
export const isWhole = (pages: readonly Page[], { facts }: Setting): boolean => {
  const last = pages.at(-1);
  return pages.length < maxPages || last === undefined || isLast(last, facts.firstPage);
};

/** All pages; what is said of all items cannot be judged by some of them. */
export const wholeWalk = async (
  service: Service,
  listing: Listing,
  subaccountId = service.roles.individual,
): Promise<readonly Page[]> => {
  const pages = await walk(service, listing, { subaccountId });
  if (isWhole(pages, service)) return pages;
  throw new Untested(`${listing} is longer than ${maxPages} pages of ${service.facts.greatestLimit}`);
};

/** The listing of each subaccount that has one, the individual first, in the largest pages. */
export const walks = perOperation((listing: Listing) =>
  probe(`walks through ${listing}`, {
    mode: 'quiet',
    send: async (service): Promise<readonly OwnersPages[]> => {
      const { roles, profile } = service;
      const owners = [
        roles.individual,
        ...(roles.has('business') && profile !== 'smoke' ? [roles.business] : []),
      ];
      return Promise.all(
        owners.map(async (owner) => ({
          owner,
          pages: await walk(service, listing, { subaccountId: owner }),
        })),
      );
    },
    select: (recorded) => recordedPages(recorded, listing),
  }),
);
