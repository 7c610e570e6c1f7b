import type { listings, OperationId } from '#contract';
import { idIn, isRecord, type Reply } from '#evidence';

export type Listing = (typeof listings)[number];

export const isListing = (operation: OperationId): operation is Listing =>
  operation === 'offramp.list' || operation === 'conversion.list';

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
  if (reply.status > 299 || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items: readonly unknown[] = body.data;
  const count = body[reply.operation === 'offramp.list' ? 'count' : 'total'];
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

/** The pages of a listing by the subaccount that they are of. */
export interface OwnersPages {
  readonly owner: string;
  readonly pages: readonly Page[];
}
