import type { Api } from '#client';
import type { Listing } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { probe } from './probe.ts';

export interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** The readable parts of an answer to a listing; undefined where it is no page. */
export interface SeenPage {
  readonly ids: readonly string[];
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly page?: number;
  readonly limit?: number;
}

const wholeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const isUsableId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,100}$/.test(id);

function pageIn({ status, body }: Reply): SeenPage | undefined {
  if (status < 200 || status > 299 || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items = body.data.filter(isRecord);
  const page = wholeIn(body.page);
  const limit = wholeIn(body.limit);
  return {
    items,
    ids: items.map(({ id }) => id).filter(isUsableId),
    ...(page === undefined ? {} : { page }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** Asks for pages of one subaccount's listing. */
export type ReadPage = (listing: Listing, asked?: PageQuery) => Promise<SeenPage | undefined>;

export const pageReader =
  (api: Api, subaccountId: string): ReadPage =>
  async (listing, { page, limit } = {}) => {
    const query = { ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) };
    const ended = await probe(() => api.call(listing, { subaccountId, query }));
    return ended.kind === 'reply' ? pageIn(ended.reply) : undefined;
  };

const maxOfframps = 6;
const maxConversions = 3;

/** One offramp of each status, because the settlement depends on it. */
export async function discoverOfframps(readPage: ReadPage, limit: number): Promise<readonly string[]> {
  const seen = await readPage('offramp.list', { limit });
  const byStatus = new Map<unknown, string>();
  for (const { id, status } of seen?.items ?? [])
    if (typeof id === 'string' && seen?.ids.includes(id) && !byStatus.has(status)) byStatus.set(status, id);
  return [...byStatus.values()].slice(0, maxOfframps);
}

export async function discoverConversions(readPage: ReadPage, limit: number): Promise<readonly string[]> {
  const seen = await readPage('conversion.list', { limit });
  return [...new Set(seen?.ids)].slice(0, maxConversions);
}
