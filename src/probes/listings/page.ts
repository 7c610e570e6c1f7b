import { operationOf } from '#contract';
import { idIn, isRecord, type Reply } from '#evidence';
import { isSuccess } from '#run';
import { all, derive, type Source } from '../source.ts';

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

/** Undefined when the reply is no page at all. */
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

/** True where a page past the end is answered with the last one, under the number that it has. */
export const isClamped = ({ page, totalPages }: Page, asked: number, firstPage: number): boolean =>
  typeof page === 'number' &&
  typeof totalPages === 'number' &&
  totalPages > 0 &&
  page === firstPage + totalPages - 1 &&
  page < asked;

/** The pages of a listing by the subaccount that they are of. */
export interface OwnersPages {
  readonly owner: string;
  readonly pages: readonly Page[];
}

/** Items on all pages, of any size, with their ids. */
export const idsOf = (pages: readonly Page[]): readonly string[] => pages.flatMap(({ ids }) => ids);

/** Different items; one that stands twice is one. */
export const countItems = (pages: readonly Page[]): number => new Set(idsOf(pages)).size;

/** True where each item has an id: one without cannot be told apart, counted or found missing. */
export const haveIds = (pages: readonly Page[]): boolean =>
  pages.every(({ items, ids }) => items.length === ids.length);

/** A page under a limit that was asked for; undefined where the answer is no page. */
export interface LimitedPage {
  readonly asked: number;
  readonly reply: Reply;
  readonly page: Page | undefined;
}

/** The limits below a great one that were taken, the smallest first. */
export const sizesOf = (limited: readonly LimitedPage[]): readonly number[] =>
  limited
    .filter(({ asked, page }) => page !== undefined && asked <= 100)
    .map(({ asked }) => asked)
    .toSorted((one, other) => one - other);

/** All that is read of one listing at one time. */
export interface ListingSurvey {
  /** In pages of the greatest limit: to the end where `isWhole`, else as far as it was read. */
  readonly large: readonly Page[];
  readonly isWhole: boolean;
  /** In smaller pages; none where they would be as large. */
  readonly small: readonly Page[];
  /** In pages that are all full to the last item; none where no limit divides the items, or the greatest does. */
  readonly full: readonly Page[];
  /** The first page under several limits. */
  readonly limited: readonly LimitedPage[];
  /** The first and the second page under the smallest limit that is taken: of one item, where that is. */
  readonly single: readonly [first: Page | undefined, second: Page | undefined];
  /** One page, read twice in a row. */
  readonly twice: readonly [one: Page | undefined, other: Page | undefined];
  /** Pages past the end, and the number of each; none where no page says how many there are. */
  readonly beyond: readonly { readonly number: number; readonly reply: Reply }[];
  /** The answer to a limit without a page. */
  readonly unnumbered: Reply | undefined;
  /** True where the listing held the same items before and after. */
  readonly isSteady: boolean;
  /** True where items came meanwhile, and none went, although none of our orders was placed. */
  readonly growsByItself: boolean;
}

/** An offramp that was accepted, with an id by which it can be found again. */
export const isCreated = (reply: Reply): boolean =>
  reply.operation === 'offramp.initiate' && isSuccess(reply) && idIn(reply.body) !== undefined;

/** The listings in which each created offramp should stand. */
export interface ListedBack {
  readonly created: readonly Reply[];
  readonly pages: readonly Page[];
  /** Those that the pages must show: none of a listing that was not read to its end. */
  readonly due: readonly Reply[];
  /** True where items come in by themselves; examined only where a created offramp stands twice. */
  readonly growsByItself: boolean;
}

/** A reply, and another record that is to show the same. */
export type Pair = readonly [reply: Reply, other: unknown];

/** Each record with the items of its id. */
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

/** Later replies, each with the record that the same path showed before; none where it showed none, or had no answer. */
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
