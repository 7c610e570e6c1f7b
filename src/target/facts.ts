import type { Api } from '#client';
import type { ProbedFacts, RoleIds } from '#contract';
import { discoverConversions, discoverOfframps, pageReader } from './listing.ts';
import { probeFirstPage, probeGreatestLimit } from './paging.ts';
import { probe } from './probe.ts';

/** The facts that are assumed where nothing could be probed. */
export const assumedFacts: ProbedFacts = {
  firstPage: 1,
  greatestLimit: 10,
  assumed: ['firstPage', 'greatestLimit'],
};

interface Probed {
  readonly facts: ProbedFacts;
  /** Completed by what the listings show. */
  readonly roles: RoleIds;
  readonly notes: readonly string[];
}

const probeListings = async (api: Api, roles: RoleIds): Promise<Probed> => {
  if (roles.individual === undefined) {
    const notes = ['RAMP_INDIVIDUAL_SUBACCOUNT_ID is not set: pages and records of listings are not probed'];
    return { facts: assumedFacts, roles, notes };
  }
  const readPage = pageReader(api, roles.individual);
  const [origin, limit] = await Promise.all([probeFirstPage(readPage), probeGreatestLimit(readPage)]);
  const assumed = [
    ...(origin === undefined ? (['firstPage'] as const) : []),
    ...(limit === undefined ? (['greatestLimit'] as const) : []),
  ];
  const facts: ProbedFacts = {
    firstPage: origin ?? assumedFacts.firstPage,
    greatestLimit: limit ?? assumedFacts.greatestLimit,
    ...(assumed.length > 0 && { assumed }),
  };
  const [offramps, conversions] = await Promise.all([
    roles.offramps.length > 0 ? roles.offramps : discoverOfframps(readPage, facts.greatestLimit),
    roles.conversions.length > 0 ? roles.conversions : discoverConversions(readPage, facts.greatestLimit),
  ]);
  const guesses = [
    ...(origin === undefined ? [`the first page is not clear and is taken for ${facts.firstPage}`] : []),
    ...(limit === undefined ? [`no limit was honoured, and ${facts.greatestLimit} is used`] : []),
  ];
  return {
    facts,
    roles: { ...roles, offramps, conversions },
    notes: guesses.map((note) => `Listings: ${note}`),
  };
};

const probeRestricted = async (api: Api, restricted: string | undefined): Promise<boolean | undefined> => {
  if (restricted === undefined) return undefined;
  const ended = await probe(() => api.as({ in: 'header', value: restricted }).readBalances({}));
  return ended.kind === 'reply' && ended.reply.status === 403;
};

/** Probes, with GET alone, facts that the document leaves open and the run needs. */
export async function probeFacts(
  api: Api,
  { roles, restricted }: { roles: RoleIds; restricted: string | undefined },
): Promise<Probed> {
  const [listed, restrictedKeyRefused] = await Promise.all([
    probeListings(api, roles),
    probeRestricted(api, restricted),
  ]);
  return {
    ...listed,
    facts: { ...listed.facts, ...(restrictedKeyRefused === undefined ? {} : { restrictedKeyRefused }) },
    notes: [
      ...listed.notes,
      ...(restrictedKeyRefused === false ? ['The restricted key was not refused with 403'] : []),
    ],
  };
}
