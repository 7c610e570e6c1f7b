import { type Call, isReply, type Reply } from './call.ts';

/** Which slice a request asks for: what was asked, and the limit that is used. */
export interface Page {
  readonly page: number;
  readonly asked: number;
  readonly limit: number;
}

/** The parts of an envelope. */
export interface Listing extends Page {
  readonly data: readonly unknown[];
  /** Items of the whole listing. */
  readonly total: number;
  readonly totalPages: number;
}

interface PaginationPolicies {
  readonly firstPage: number;
  readonly defaultLimit: number;
  readonly greatestLimit: number;
  /** A whole number from one up; undefined where the text is none. */
  readonly readNumber: (text: unknown, name: 'page' | 'limit') => number | undefined;
  readonly clamp: (asked: number, greatest: number) => number;
  readonly cut: <T>(items: readonly T[], page: Page) => readonly T[];
  readonly totalPages: (total: number, limit: number) => number;
  /** The limit that the envelope shows. */
  readonly echoedLimit: (page: Page) => number;
  readonly offrampEnvelope: (listing: Listing) => unknown;
  readonly conversionEnvelope: (listing: Listing) => unknown;
}

export const pagination: PaginationPolicies = {
  firstPage: 1,
  defaultLimit: 10,
  greatestLimit: 50,
  readNumber: (text) => {
    if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) return undefined;
    const number = Number(text);
    return number >= 1 ? number : undefined;
  },
  clamp: (asked, greatest) => Math.min(asked, greatest),
  cut: (items, { page, limit }) => items.slice((page - 1) * limit, page * limit),
  totalPages: (total, limit) => Math.ceil(total / limit),
  echoedLimit: ({ limit }) => limit,
  offrampEnvelope: ({ data, total, page, limit, totalPages }) => ({
    data,
    count: total,
    page,
    limit,
    totalPages,
  }),
  conversionEnvelope: ({ data, total, page, limit, totalPages }) => ({
    data,
    total,
    page,
    limit,
    totalPages,
  }),
};

function wantedPage({ query, policies, refuse }: Call): Page | Reply {
  const rules = policies.pagination;
  const number = (name: 'page' | 'limit', otherwise: number): number | undefined =>
    query[name] === undefined ? otherwise : rules.readNumber(query[name], name);
  const page = number('page', rules.firstPage);
  const asked = number('limit', rules.defaultLimit);
  if (page === undefined) return refuse('invalidPage', 'page must be a whole number from 1 up');
  if (asked === undefined) return refuse('invalidPage', 'limit must be a whole number from 1 up');
  return { page, asked, limit: rules.clamp(asked, rules.greatestLimit) };
}

/** Answers one page of a listing; only the items of the page are turned into what is sent. */
export function paged<T>(
  call: Call,
  items: readonly T[],
  view: (item: T) => unknown,
  envelope: (listing: Listing) => unknown,
): Reply {
  const page = wantedPage(call);
  if (isReply(page)) return page;
  const rules = call.policies.pagination;
  const listing: Listing = {
    ...page,
    limit: rules.echoedLimit(page),
    data: rules.cut(items, page).map(view),
    total: items.length,
    totalPages: rules.totalPages(items.length, page.limit),
  };
  return { status: 200, body: envelope(listing) };
}
