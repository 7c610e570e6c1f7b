import { operationOf } from '#contract';
import { idIn, isRecord, type Reply } from '#evidence';
import { isSuccess } from '#run';
import { all, derive, type Source } from '../source.ts';

/** The readable part of a page. Other checks judge its form. */
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

/** Undefined for a reply that is no page. */
export const pageOf = (reply: Reply, number: number): Page | undefined => {
  const body = reply.body;
  if (!isSuccess(reply) || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items: readonly unknown[] = body.data;
  const count = body[operationOf(reply.operation).page?.counts ?? ''];
  const { page, limit, totalPages } = body;
  return {
    reply,
    number,
    items,
    ids: items.flatMap((item) => idIn(item) ?? []),
    page,
    limit,
    totalPages,
    count,
  };
};

/** True if the answer to a page past the end is the last page with its own number. */
export const isClamped = ({ page, totalPages }: Page, asked: number, firstPage: number): boolean =>
  typeof totalPages === 'number' && totalPages > 0 && page === firstPage + totalPages - 1 && page < asked;

export interface OwnersPages {
  readonly owner: string;
  readonly pages: readonly Page[];
}

export const idsOf = (pages: readonly Page[]): readonly string[] => pages.flatMap(({ ids }) => ids);

export const countItems = (pages: readonly Page[]): number => new Set(idsOf(pages)).size;

/** An item without an id cannot be compared or counted. */
export const haveIds = (pages: readonly Page[]): boolean =>
  pages.every(({ items, ids }) => items.length === ids.length);

/** A page and the limit that was requested; undefined if the answer is no page. */
export interface LimitedPage {
  readonly asked: number;
  readonly reply: Reply;
  readonly page: Page | undefined;
}

/** Accepted limits, the smallest first. */
export const sizesOf = (limited: readonly LimitedPage[]): readonly number[] =>
  limited
    .filter(({ asked, page }) => page !== undefined && asked <= 100)
    .map(({ asked }) => asked)
    .toSorted((one, other) => one - other);

export interface ListingSurvey {
  /** Pages of the greatest limit; all pages if `isWhole`. */
  readonly large: readonly Page[];
  readonly isWhole: boolean;
  /** Smaller pages; empty if they would be as large. */
  readonly small: readonly Page[];
  /** Full pages only; empty if no limit divides the items, or the greatest limit does. */
  readonly full: readonly Page[];
  readonly limited: readonly LimitedPage[];
  /** The first and second page under the smallest accepted limit, if possible of one item. */
  readonly single: readonly [first: Page | undefined, second: Page | undefined];
  readonly twice: readonly [one: Page | undefined, other: Page | undefined];
  /** Pages past the end with their numbers; empty if no page counts the pages. */
  readonly beyond: readonly { readonly number: number; readonly reply: Reply }[];
  readonly unnumbered: Reply | undefined;
  /** True if the listing had the same items before and after. */
  readonly isSteady: boolean;
  /** True if items came and none is gone, without an order of this run. */
  readonly growsByItself: boolean;
}

export const isCreated = (reply: Reply): boolean =>
  reply.operation === 'offramp.initiate' && isSuccess(reply) && idIn(reply.body) !== undefined;

export interface ListedBack {
  readonly created: readonly Reply[];
  readonly pages: readonly Page[];
  /** Records that the pages must show; empty for a listing that was not read to its end. */
  readonly due: readonly Reply[];
  /** True if items come without orders. Only checked for a created offramp that is listed twice. */
  readonly growsByItself: boolean;
}

/** A reply, and another record that must show the same. */
export type Pair = readonly [reply: Reply, other: unknown];

export const pairsById = (replies: readonly Reply[], items: readonly unknown[]): readonly Pair[] => {
  const byId = new Map<string | undefined, unknown[]>();
  for (const item of items) byId.set(idIn(item), [...(byId.get(idIn(item)) ?? []), item]);
  return replies.filter(isSuccess).flatMap((reply) => {
    const id = idIn(reply.body);
    const alike = id === undefined ? [] : (byId.get(id) ?? []);
    return alike.map((item): Pair => [reply, item]);
  });
};

const pathOf = ({ request }: Reply): string => request.path.split('?', 1).join();

/**
 * Later replies, each with the record that the same path showed before. Paths without a record or an answer are left
 * out.
 */
export const comparedWith = (
  earlier: Source<readonly Reply[]>,
  later: Source<readonly Reply[]>,
): Source<readonly Pair[]> =>
  derive([all(earlier, later)], ([replies, seconds]) =>
    seconds.flatMap((second): readonly Pair[] => {
      const first = replies.find((reply) => pathOf(reply) === pathOf(second));
      return first && isSuccess(first) ? [[second, first.body]] : [];
    }),
  );
