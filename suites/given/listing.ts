import { type Conformance, ifPossible, isRecord, type listings, type Reply } from '#harness';

export type Listing = (typeof listings)[number];

/** A page of a listing as far as it can be read; what is wrong with its shape is judged elsewhere. */
export interface Page {
  readonly reply: Reply;
  readonly number: number;
  readonly items: readonly unknown[];
  readonly ids: readonly string[];
  readonly page: unknown;
  readonly limit: unknown;
  readonly totalPages: unknown;
  /** `count` of offramps, `total` of conversions. */
  readonly count: unknown;
}

/** Bounds a walk through a listing that never ends, or that is very long. */
export const mostPages = 60;

const idOf = (item: unknown): readonly string[] => {
  const id = isRecord(item) ? item.id : undefined;
  return typeof id === 'string' ? [id.toLowerCase()] : [];
};

/** Undefined when the reply is no page at all. */
export const pageOf = (reply: Reply, number: number): Page | undefined => {
  const body = reply.body;
  if (reply.status > 299 || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items: readonly unknown[] = body.data;
  const count = body[reply.operation === 'offramp.list' ? 'count' : 'total'];
  const { page, limit, totalPages } = body;
  return { reply, number, items, ids: items.flatMap(idOf), page, limit, totalPages, count };
};

export interface Question {
  readonly listing: Listing;
  readonly subaccountId: string;
  readonly page: string | number;
  readonly limit: string | number;
}

export const askPage = (t: Conformance, { listing, subaccountId, page, limit }: Question): Promise<Reply> =>
  t.api.call(listing, { subaccountId, query: { page, limit } });

/** The page that is asked for; a listing that answers otherwise cannot be judged by its pages. */
export const readPage = async (t: Conformance, question: Question & { page: number }): Promise<Page> => {
  const page = pageOf(await askPage(t, question), question.page);
  return page ?? t.cannot(`${question.listing} does not answer with a page`);
};

const isLast = ({ items, limit, totalPages, number }: Page, firstPage: number): boolean =>
  typeof totalPages === 'number' &&
  number - firstPage + 1 >= totalPages &&
  (typeof limit !== 'number' || items.length < limit);

/** Pages from the first to the one that brings nothing new, or as many as a walk has at most. */
export const walk = async (
  t: Conformance,
  { listing, subaccountId, limit }: Omit<Question, 'page'>,
): Promise<readonly Page[]> => {
  const pages = [await readPage(t, { listing, subaccountId, limit, page: t.facts.firstPage })];
  const seen = new Set(pages[0]?.ids);
  for (let number = t.facts.firstPage + 1; pages.length < mostPages; number += 1) {
    const last = pages.at(-1);
    if (last === undefined || last.items.length === 0 || isLast(last, t.facts.firstPage)) break;
    const next = pageOf(await askPage(t, { listing, subaccountId, limit, page: number }), number);
    const counted = typeof last.totalPages === 'number' && number - t.facts.firstPage < last.totalPages;
    if (next === undefined || (!counted && !next.ids.some((id) => !seen.has(id)))) break;
    pages.push(next);
    if (!next.ids.some((id) => !seen.has(id))) break;
    for (const id of next.ids) seen.add(id);
  }
  return pages;
};

/** Whether a walk came to the end of the listing, and did not stop before it. */
export const isWhole = (pages: readonly Page[], { facts }: Conformance): boolean => {
  const last = pages.at(-1);
  return pages.length < mostPages || last === undefined || isLast(last, facts.firstPage);
};

/** All pages; what is said of all items cannot be judged by some of them. */
export const wholeWalk = async (
  t: Conformance,
  { listing, subaccountId, limit }: Omit<Question, 'page'>,
): Promise<readonly Page[]> => {
  const pages = await walk(t, { listing, subaccountId, limit });
  return isWhole(pages, t) ? pages : t.cannot(`${listing} is longer than ${mostPages} pages of ${limit}`);
};

/** The walk that many tests judge, in pages of a size; made once. */
export const recalledWalk = (
  t: Conformance,
  listing: Listing,
  limit: number,
  subaccountId = t.roles.individual,
): Promise<readonly Page[]> =>
  t.recall(`walk of ${listing} of ${subaccountId} by ${limit}`, (once) =>
    walk(once, { listing, subaccountId, limit }),
  );

/** The walks through a listing of each subaccount that has one, in the largest pages. */
export const walksOfOwners = async (t: Conformance, listing: Listing) => {
  const { roles, facts } = t;
  const walkOf = async (owner: string) => ({
    owner,
    pages: await recalledWalk(t, listing, facts.greatestLimit, owner),
  });
  const business = await ifPossible(async () => walkOf(roles.business));
  return [await walkOf(roles.individual), ...(business ? [business] : [])];
};

/** What stands in them. */
export const listedItems = async (t: Conformance, listing: Listing): Promise<readonly unknown[]> => {
  const walks = await walksOfOwners(t, listing);
  return walks.flatMap(({ pages }) => pages.flatMap(({ items }) => items));
};

/** Items on all pages, of any size, with their ids. */
export const idsOf = (pages: readonly Page[]): readonly string[] => pages.flatMap(({ ids }) => ids);

/** Different items; one that stands twice is one. */
export const countItems = (pages: readonly Page[]): number => new Set(idsOf(pages)).size;

/** Small enough for many pages, large enough to stay polite. */
export const smallLimit = 5;

export interface PageFinding {
  readonly code: string;
  readonly where: string;
  readonly expected: string;
  readonly unless: string | undefined;
}

/** Judges pages by one finding. */
export const expectPages = (pages: readonly Page[], t: Conformance, found: PageFinding): void =>
  t.expect(pages.map(({ reply }) => reply)).toSatisfy(found);
