import type { Refuse } from './error.ts';
import { isReply, type Reply } from './operation.ts';

interface Page {
  readonly page: number;
  readonly asked: number;
  readonly limit: number;
}

interface ListedPage extends Page {
  readonly data: readonly unknown[];
  readonly total: number;
  readonly totalPages: number;
}

export const pagination = {
  firstPage: 1,
  defaultLimit: 10,
  greatestLimit: 50,
  /** A whole number from one; undefined for other text. */
  readNumber: (text: unknown, _name: 'page' | 'limit'): number | undefined => {
    if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) return undefined;
    const number = Number(text);
    return number >= 1 ? number : undefined;
  },
  clamp: (asked: number, greatest: number): number => Math.min(asked, greatest),
  cut: <T>(items: readonly T[], { page, limit }: Page): readonly T[] => items.slice((page - 1) * limit, page * limit),
  totalPages: (total: number, limit: number): number => Math.ceil(total / limit),
  echoedLimit: ({ limit }: Page): number => limit,
  offrampEnvelope: ({ data, total, page, limit, totalPages }: ListedPage): unknown => ({
    data,
    count: total,
    page,
    limit,
    totalPages,
  }),
  conversionEnvelope: ({ data, total, page, limit, totalPages }: ListedPage): unknown => ({
    data,
    total,
    page,
    limit,
    totalPages,
  }),
};

/** Only a part of the request, because `call.ts` imports every policy, so that no policy can import it. */
interface Paging {
  readonly query: Readonly<Record<string, unknown>>;
  readonly policies: { readonly pagination: typeof pagination };
  readonly refuse: Refuse;
}

function wantedPage({ query, policies, refuse }: Paging): Page | Reply {
  const rules = policies.pagination;
  const number = (name: 'page' | 'limit', otherwise: number): number | undefined =>
    query[name] === undefined ? otherwise : rules.readNumber(query[name], name);
  const page = number('page', rules.firstPage);
  const asked = number('limit', rules.defaultLimit);
  if (page === undefined) return refuse('invalidPage', 'page must be a whole number from 1 up');
  if (asked === undefined) return refuse('invalidPage', 'limit must be a whole number from 1 up');
  return { page, asked, limit: rules.clamp(asked, rules.greatestLimit) };
}

export function paged<T>(
  call: Paging,
  items: readonly T[],
  view: (item: T) => unknown,
  envelope: (listing: ListedPage) => unknown,
): Reply {
  const page = wantedPage(call);
  if (isReply(page)) return page;
  const rules = call.policies.pagination;
  const listing: ListedPage = {
    ...page,
    limit: rules.echoedLimit(page),
    data: rules.cut(items, page).map(view),
    total: items.length,
    totalPages: rules.totalPages(items.length, page.limit),
  };
  return { status: 200, body: envelope(listing) };
}
