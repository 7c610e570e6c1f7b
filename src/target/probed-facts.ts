// Facts of a target that the document leaves open and a run needs: the first page, the greatest limit, records of
// listings, and the refusal of the restricted key.
import type { Api } from '#client';
import { type Listing, listings } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { isSuccess, type ProbedFacts, type RoleIds } from '#run';
import { probe, replyOf } from './first-reads.ts';
import { WrongRoles } from './rules.ts';

export const assumedFacts: ProbedFacts = {
  firstPage: 1,
  greatestLimit: 10,
  assumed: ['firstPage', 'greatestLimit'],
};

interface SeenPage {
  readonly ids: readonly string[];
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly page: number | undefined;
  readonly limit: number | undefined;
}

const wholeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const isUsableId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,100}$/.test(id);

function pageIn(reply: Reply): SeenPage | undefined {
  const { body } = reply;
  if (!isSuccess(reply) || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items = body.data.filter(isRecord);
  const ids = items.map(({ id }) => id).filter(isUsableId);
  return { items, ids, page: wholeIn(body.page), limit: wholeIn(body.limit) };
}

type ReadPage = (
  listing: Listing,
  query: { readonly page?: number; readonly limit: number },
) => Promise<SeenPage | undefined>;

const pageReader =
  (api: Api, subaccountId: string): ReadPage =>
  async (listing, query) => {
    const reply = replyOf(await probe(() => api.call(listing, { subaccountId, query })));
    return reply && pageIn(reply);
  };

const same = (one: SeenPage | undefined, other: SeenPage | undefined): boolean =>
  one !== undefined && other !== undefined && one.ids.length > 0 && one.ids.join() === other.ids.join();

const usualLimits = [1, 2, 5, 10, 20, 25, 50, 100];

async function smallestPageOf(listing: Listing, readPage: ReadPage) {
  for (const limit of usualLimits) {
    const page = await readPage(listing, { limit });
    if (page !== undefined) return { limit, page };
  }
  return undefined;
}

/**
 * Compares a small page without a number with page 0 and page 1. Returns the number of the page with the first items.
 */
async function probeFirstPage(readPage: ReadPage): Promise<number | undefined> {
  for (const listing of listings) {
    const smallest = await smallestPageOf(listing, readPage);
    const { limit } = smallest ?? { limit: 1 };
    const [zeroth, first] = await Promise.all([
      readPage(listing, { page: 0, limit }),
      readPage(listing, { page: 1, limit }),
    ]);
    const unasked = smallest?.page;
    const reference = unasked ?? zeroth ?? first;
    // If both pages have the first items, the service read page 0 as page 1.
    if (same(reference, first)) return 1;
    if (same(reference, zeroth)) return 0;
    if (unasked?.page === 0 || unasked?.page === 1) return unasked.page;
  }
  return undefined;
}

/** If the service reduces a limit, the limit in the answer counts. */
async function greatestLimitOf(listing: Listing, readPage: ReadPage): Promise<number | undefined> {
  for (const limit of usualLimits.toReversed()) {
    const seen = await readPage(listing, { limit });
    if (seen === undefined) continue;
    return seen.limit !== undefined && seen.limit >= 1 && seen.limit < limit ? seen.limit : limit;
  }
  return undefined;
}

/** Larger limits than a run uses, because a release may lower the greatest limit. */
const largerTried = [1_000, 500, 200];

async function pageLimitOf(listing: Listing, usual: number, readPage: ReadPage): Promise<number> {
  if (usual < Math.max(...usualLimits)) return usual;
  for (const limit of largerTried) {
    const seen = await readPage(listing, { limit });
    if (seen === undefined) continue;
    return seen.limit !== undefined && seen.limit >= usual && seen.limit < limit ? seen.limit : limit;
  }
  return usual;
}

interface ProbedLimits {
  readonly greatest: number | undefined;
  readonly pageLimits: ProbedFacts['pageLimits'];
}

async function probeLimits(readPage: ReadPage): Promise<ProbedLimits> {
  const all = await Promise.all(
    listings.map(async (listing) => {
      const usual = await greatestLimitOf(listing, readPage);
      return usual === undefined ? [] : [{ listing, usual, most: await pageLimitOf(listing, usual, readPage) }];
    }),
  );
  const honoured = all.flat();
  if (honoured.length === 0) return { greatest: undefined, pageLimits: {} };
  return {
    greatest: Math.min(...honoured.map(({ usual }) => usual)),
    pageLimits: Object.fromEntries(honoured.map(({ listing, most }) => [listing, most])),
  };
}

async function discover(
  { readPage, limit }: { readonly readPage: ReadPage; readonly limit: number },
  listing: Listing,
  { most, kind }: { readonly most: number; readonly kind: string },
): Promise<readonly string[]> {
  const seen = await readPage(listing, { limit });
  const byKind = new Map<unknown, string>();
  for (const item of seen?.items ?? [])
    if (isUsableId(item.id) && !byKind.has(item[kind])) byKind.set(item[kind], item.id);
  return [...byKind.values()].slice(0, most);
}

interface Probed {
  readonly facts: ProbedFacts;
  /** The roles, completed from the listings. */
  readonly roles: RoleIds;
  readonly notes: readonly string[];
}

const probeListings = async (api: Api, roles: RoleIds): Promise<Probed> => {
  const subaccountId = roles.individual ?? roles.business;
  if (subaccountId === undefined) {
    const notes = [
      'neither RAMP_INDIVIDUAL_SUBACCOUNT_ID nor RAMP_BUSINESS_SUBACCOUNT_ID is set, so the run cannot look for pages and records of listings',
    ];
    return { facts: assumedFacts, roles, notes };
  }
  const readPage = pageReader(api, subaccountId);
  const [origin, { greatest: limit, pageLimits }] = await Promise.all([
    probeFirstPage(readPage),
    probeLimits(readPage),
  ]);
  const assumed = [
    ...(origin === undefined ? (['firstPage'] as const) : []),
    ...(limit === undefined ? (['greatestLimit'] as const) : []),
  ];
  const { firstPage, greatestLimit } = {
    ...assumedFacts,
    ...(origin !== undefined && { firstPage: origin }),
    ...(limit !== undefined && { greatestLimit: limit }),
  };
  const from = { readPage, limit: greatestLimit };
  const [offramps, conversions] = await Promise.all([
    // One offramp of each status, because the settlement depends on the status.
    roles.offramps.length > 0 ? roles.offramps : discover(from, 'offramp.list', { most: 6, kind: 'status' }),
    roles.conversions.length > 0 ? roles.conversions : discover(from, 'conversion.list', { most: 3, kind: 'id' }),
  ]);
  const facts: ProbedFacts = { firstPage, greatestLimit, pageLimits, ...(assumed.length > 0 && { assumed }) };
  const notes = [
    ...(origin === undefined ? [`Listings: the first page is not clear; the run uses ${firstPage}`] : []),
    ...(limit === undefined ? [`Listings: no limit was honoured, and ${greatestLimit} is used`] : []),
  ];
  return { facts, roles: { ...roles, offramps, conversions }, notes };
};

interface Probing {
  readonly roles: RoleIds;
  readonly restricted: string | undefined;
  readonly label: string;
  readonly currency: string;
}

/**
 * True if the balances refuse the restricted key with 403.
 * @throws WrongRoles if every answer to it is that of an unknown key
 */
const probeRestricted = async (
  api: Api,
  { restricted, roles, label, currency }: Probing,
): Promise<boolean | undefined> => {
  if (restricted === undefined) return undefined;
  const asRestricted = api.as({ in: 'header', value: restricted });
  const { individual: subaccountId } = roles;
  const reads = [
    () => asRestricted.readBalances({}),
    () => asRestricted.listTaxonomy({ currency }),
    ...(subaccountId === undefined ? [] : [() => asRestricted.readSubaccount({ subaccountId })]),
  ];
  for (const read of reads) {
    const end = await probe(read);
    if (replyOf(end)?.status !== 401) return read === reads[0] && replyOf(end)?.status === 403;
  }
  throw new WrongRoles(label, [
    'RAMP_RESTRICTED_API_KEY got 401 in every try, like an unknown key: set a valid key without permission, complete and without quotes, or remove the variable',
  ]);
};

/**
 * Probes facts that the document leaves open and the run needs; sends only GET.
 * @throws WrongRoles
 */
export async function probeFacts(api: Api, probing: Probing): Promise<Probed> {
  const [listed, restrictedKeyRefused] = await Promise.all([
    probeListings(api, probing.roles),
    probeRestricted(api, probing),
  ]);
  if (restrictedKeyRefused === undefined) return listed;
  return {
    ...listed,
    facts: { ...listed.facts, restrictedKeyRefused },
    notes: [...listed.notes, ...(restrictedKeyRefused ? [] : ['The restricted key was not refused with 403'])],
  };
}
