import { barrierIn, describeAnswer } from '#attribution';
import { type Api, NoAnswer, ProtocolViolation, type Transport, version, wantsCertificate } from '#client';
import { type Listing, listings, type OperationId } from '#contract';
import { isRecord, type Reply, valueAt } from '#evidence';
import { isKeyRefusal, isRedirect, isServerError, isSuccess, type ProbedFacts, type RoleIds, type Target } from '#run';
import { Unreachable, WrongRoles } from './rules.ts';

/** How a probe ended; a violation of HTTP is an answer, and the run's to judge. */
type ProbeEnd = Reply | ProtocolViolation | NoAnswer;

export async function probe(call: () => Promise<Reply>): Promise<ProbeEnd> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProtocolViolation) return error;
    throw error;
  }
}

/** The answer, where one came that can be read. */
export const replyOf = (end: ProbeEnd | undefined): Reply | undefined => (end instanceof Error ? undefined : end);

/** The presence of a record, by a read of it. A 404 that does not name the record may come from a path without a route. */
export type Presence = 'there' | 'not found' | 'bare 404' | 'unknown';

const records =
  /\b(sub-?accounts?|accounts?|customers?|business(es)?|users?|withdrawals?|payouts?|off-?ramps?|orders?|transactions?|conversions?|records?)\b/i;

const ofRouter = /cannot (get|post)|\b(route|path|url|endpoint|handler)\b|\/v\d/i;

const sentenceOf = (body: unknown): string =>
  ['message', 'error', 'detail', 'title']
    .map((name) => valueAt(body, name))
    .filter((each) => typeof each === 'string')
    .join(' ');

export const presenceOf = (end: ProbeEnd): Presence => {
  if (end instanceof Error) return 'unknown';
  const { status, body } = end;
  if (isSuccess({ status })) return isRecord(body) ? 'there' : 'unknown';
  if (status !== 404) return 'unknown';
  const sentence = sentenceOf(body);
  return records.test(sentence) && !ofRouter.test(sentence) ? 'not found' : 'bare 404';
};

interface Addressed extends Pick<Target, 'label' | 'baseUrl'> {
  /** The variable that names a proxy, which no request goes through. */
  readonly unusedProxy?: string | undefined;
}

const isMarkupOrEmpty = ({ empty, problems }: Reply): boolean =>
  empty || problems.some(({ code }) => code === 'NOT_JSON');

/** True where an answer comes from a service that speaks JSON, however badly, rather than from a gateway before it. */
const speaks = (end: ProbeEnd): boolean =>
  end instanceof Error
    ? end instanceof ProtocolViolation
    : !isServerError(end) && !isRedirect(end) && !isMarkupOrEmpty(end);

type Probes = readonly (readonly [OperationId, ProbeEnd])[];

const describe = (probes: Probes): string =>
  probes
    .map(([operation, end]) => {
      if (end instanceof Error) return `${operation} ${end.code}`;
      const lack = end.empty ? 'without a body' : 'without JSON';
      return `${operation} ${isMarkupOrEmpty(end) ? `${end.status} ${lack} (${describeAnswer(end)})` : end.status}`;
    })
    .join(', ');

type Failure = readonly [Unreachable['code'], string];

/** Says which gateway refused the first reads in the service's place, and how to get past it. */
const barredBy = ({ label }: Addressed, replies: readonly Reply[]): Failure | undefined => {
  const [barred] = replies.flatMap((reply) => {
    const barrier = barrierIn(reply);
    return barrier === undefined ? [] : [{ reply, barrier }];
  });
  if (barred === undefined) return undefined;
  const { reply, barrier } = barred;
  const gateway = `a gateway (${describeAnswer(reply)}) before ${label}`;
  switch (barrier.kind) {
    case 'no route':
      return [
        'NOT_THE_SERVICE',
        `${gateway} has no such route: add the stage or path that it wants to RAMP_BASE_URL, such as /prod`,
      ];
    case 'rule':
      return [
        'KEY_REFUSED',
        `${gateway} refuses the request by itself: it does not know the key in RAMP_API_KEY, or a rule of it turns this caller away`,
      ];
    case 'login':
      return [
        'GATEWAY',
        `${gateway} asks for a login of its own (${barrier.scheme}), not for the key: set RAMP_HEADERS to it, as in Authorization=${barrier.scheme} ...`,
      ];
    case 'another key': {
      const header = barrier.header === undefined ? 'another header' : `the header ${barrier.header}`;
      return ['GATEWAY', `${gateway} asks for a key of its own in ${header}: set RAMP_HEADERS to that header and key`];
    }
    case 'page':
      return [
        'GATEWAY',
        `${gateway} refuses this caller before the service sees it, for its address or its User-Agent, not for the key: have the gateway let in your address and ramp-conformance/${version}`,
      ];
  }
};

const failureOf = (addressed: Addressed, probes: Probes): Failure | undefined => {
  const { label, baseUrl, unusedProxy } = addressed;
  const ends = probes.map(([, end]) => end);
  const replies = ends.flatMap((end) => replyOf(end) ?? []);
  const isRefusedEach = ends.every((end) => end instanceof NoAnswer || (!(end instanceof Error) && isKeyRefusal(end)));
  const barred = isRefusedEach ? barredBy(addressed, replies) : undefined;
  if (barred !== undefined) return barred;
  if (replies.length === ends.length && replies.every(isKeyRefusal))
    return [
      'KEY_REFUSED',
      `${label} refuses the key in RAMP_API_KEY: every probe was answered ${[...new Set(replies.map(({ status }) => status))].join(' or ')}`,
    ];
  if (ends.every((end) => presenceOf(end) === 'bare 404'))
    return [
      'NOT_THE_SERVICE',
      `${label} has nothing under ${new URL(baseUrl).pathname}: ${describe(probes)}; set RAMP_BASE_URL to what stands before /v1 and /v2`,
    ];
  if (ends.some(speaks)) return undefined;
  const [silent] = ends.filter((end) => end instanceof NoAnswer);
  if (silent && ends.every((end) => end instanceof NoAnswer)) {
    const isOfWay = silent.code === 'DNS' || silent.code === 'CONNECT';
    const ofProxy = isOfWay && unusedProxy ? `; ${unusedProxy} is set and not used: RAMP_PROXY names a proxy` : '';
    const why = silent.message.replace(`${silent.operation}: `, '');
    return ['UNREACHABLE', `${label} cannot be tested: ${why} (${silent.code})${ofProxy}`];
  }
  return [
    'NOT_THE_SERVICE',
    `${label} does not answer as a JSON service: ${describe(probes)}; check RAMP_BASE_URL and its path`,
  ];
};

/**
 * Three reads that every service has. One broken endpoint is a finding of the run, so only when none of them answers
 * as a service of this kind is the target given up.
 * @throws Unreachable
 */
export async function firstProbes(
  api: Api,
  { roles, order, ...addressed }: Addressed & Pick<Target, 'roles' | 'order'>,
  way: Pick<Transport, 'lacksCertificate'>,
): Promise<string[]> {
  const [currency = 'BRL'] = order.taxonomyCurrencies;
  const subaccountId = roles.individual ?? roles.business;
  const calls: [OperationId, () => Promise<Reply>][] = [
    ['balances.read', () => api.readBalances({})],
    ['taxonomy.list', () => api.listTaxonomy({ currency })],
  ];
  if (subaccountId !== undefined) calls.push(['subaccount.read', () => api.readSubaccount({ subaccountId })]);
  const probes = await Promise.all(calls.map(async ([operation, call]) => [operation, await probe(call)] as const));
  const failure = failureOf(addressed, probes);
  if (failure !== undefined) {
    const [code, why] = failure;
    const { message: hint } = wantsCertificate;
    throw new Unreachable(way.lacksCertificate && !why.includes(hint) ? `${why}; ${hint}` : why, code);
  }
  const odd = probes.filter(([, end]) => !speaks(end) || !isSuccess({ status: 0, ...replyOf(end) }));
  return odd.length === 0 ? [] : [`Probes that did not succeed: ${describe(odd)}`];
}

/** The facts that are assumed where nothing could be probed. */
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

/** Undefined where the answer is no page. */
function pageIn(reply: Reply): SeenPage | undefined {
  const { body } = reply;
  if (!isSuccess(reply) || !isRecord(body) || !Array.isArray(body.data)) return undefined;
  const items = body.data.filter(isRecord);
  const ids = items.map(({ id }) => id).filter(isUsableId);
  return { items, ids, page: wholeIn(body.page), limit: wholeIn(body.limit) };
}

/** Asks for pages of one subaccount's listing. */
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

/** Asks for one item without a page, on page 0 and on page 1, and compares; the number of the page with the first items. */
async function probeFirstPage(readPage: ReadPage): Promise<number | undefined> {
  for (const listing of listings) {
    const [unasked, zeroth, first] = await Promise.all([
      readPage(listing, { limit: 1 }),
      readPage(listing, { page: 0, limit: 1 }),
      readPage(listing, { page: 1, limit: 1 }),
    ]);
    const reference = unasked ?? zeroth ?? first;
    // Where both hold the first items, page 0 was taken for page 1.
    if (same(reference, first)) return 1;
    if (same(reference, zeroth)) return 0;
    if (unasked?.page === 0 || unasked?.page === 1) return unasked.page;
  }
  return undefined;
}

const limitsTried = [100, 50, 20, 10, 5, 2, 1];

/** The greatest limit that a listing honours: one that is clamped counts as what it was clamped to. */
async function greatestLimitOf(listing: Listing, readPage: ReadPage): Promise<number | undefined> {
  for (const limit of limitsTried) {
    const seen = await readPage(listing, { limit });
    if (seen === undefined) continue;
    return seen.limit !== undefined && seen.limit >= 1 && seen.limit < limit ? seen.limit : limit;
  }
  return undefined;
}

async function probeGreatestLimit(readPage: ReadPage): Promise<number | undefined> {
  const greatest = await Promise.all(listings.map((listing) => greatestLimitOf(listing, readPage)));
  const honoured = greatest.filter((limit) => limit !== undefined);
  return honoured.length === 0 ? undefined : Math.min(...honoured);
}

/** At most so many records of a listing, the first of each kind. */
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
  /** Completed by what the listings show. */
  readonly roles: RoleIds;
  readonly notes: readonly string[];
}

const probeListings = async (api: Api, roles: RoleIds): Promise<Probed> => {
  const subaccountId = roles.individual ?? roles.business;
  if (subaccountId === undefined) {
    const notes = [
      'neither RAMP_INDIVIDUAL_SUBACCOUNT_ID nor RAMP_BUSINESS_SUBACCOUNT_ID is set: pages and records of listings are not probed',
    ];
    return { facts: assumedFacts, roles, notes };
  }
  const readPage = pageReader(api, subaccountId);
  const [origin, limit] = await Promise.all([probeFirstPage(readPage), probeGreatestLimit(readPage)]);
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
    // One of each status, because the settlement depends on it.
    roles.offramps.length > 0 ? roles.offramps : discover(from, 'offramp.list', { most: 6, kind: 'status' }),
    roles.conversions.length > 0 ? roles.conversions : discover(from, 'conversion.list', { most: 3, kind: 'id' }),
  ]);
  const facts: ProbedFacts = { firstPage, greatestLimit, ...(assumed.length > 0 && { assumed }) };
  const notes = [
    ...(origin === undefined ? [`Listings: the first page is not clear and is taken for ${firstPage}`] : []),
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
 * True where balances refuse the restricted key with 403.
 * @throws WrongRoles where it is answered like an unknown key wherever it is tried
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
    'RAMP_RESTRICTED_API_KEY is answered 401, like an unknown key, wherever it was tried: set it to a valid key without permission, whole and without quotes, or leave it out',
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
