import {
  type OrderMaterial,
  type Plan,
  type ProbedFacts,
  type Profile,
  type RoleIds,
  roleVariables,
  type Target,
} from '#run';
import { notSet, untested } from './untested.ts';

// The facts that a run knows about a target.

type Role = keyof RoleIds;

/** Ids by role. To read a missing one makes the test untested. */
export type Roles = {
  readonly [R in Exclude<Role, 'unverifiedRecipient'>]: NonNullable<RoleIds[R]>;
} & {
  /** The recipient of the first unverified subaccount; if it has none, tests use another recipient. */
  readonly unverifiedRecipient: string | undefined;
  /** The usual subaccount: the individual, or the business of a tenant without individuals. */
  readonly subaccount: string;
  has(role: Role): boolean;
};

const discovered: readonly Role[] = ['offramps', 'conversions'];

export function createRoles(ids: RoleIds): Roles {
  const has = (role: Role): boolean => [ids[role] ?? []].flat().length > 0;
  const demand = (role: Role): RoleIds[Role] => {
    if (has(role)) return ids[role];
    throw notSet(roleVariables[role], discovered.includes(role) ? ', and the listing shows none' : '');
  };
  const roles = { has };
  for (const role of Object.keys(roleVariables) as Role[])
    Object.defineProperty(roles, role, {
      enumerable: true,
      get: () => (role === 'unverifiedRecipient' ? ids[role] : demand(role)),
    });
  Object.defineProperty(roles, 'subaccount', {
    enumerable: true,
    get: () => (has('individual') || !has('business') ? demand('individual') : demand('business')),
  });
  return roles as Roles;
}

interface Keys {
  readonly full: string;
  /** A key without permission. If it is not set, reading it makes the claim untested. */
  readonly restricted: string;
  /** A key of another account. If it is not set, reading it makes the claim untested. */
  readonly other: string;
  readonly others: readonly string[];
}

export function createKeys({ full, restricted, other }: Target['keys']): Keys {
  return {
    full,
    others: [restricted, other].filter((key) => key !== undefined),
    get restricted() {
      if (restricted === undefined) throw notSet('RAMP_RESTRICTED_API_KEY');
      return restricted;
    },
    get other() {
      if (other === undefined) throw notSet('RAMP_OTHER_API_KEY');
      return other;
    },
  };
}

/**
 * Makes a claim untested if it reads an assumed first page, because a correct service may start with another number.
 */
export function knownFacts(facts: ProbedFacts, roles: Pick<RoleIds, 'individual' | 'business'>): ProbedFacts {
  // Without a subaccount there is no listing to probe.
  if (!facts.assumed?.includes('firstPage') || (roles.individual ?? roles.business) === undefined) return facts;
  return {
    ...facts,
    get firstPage(): number {
      throw untested('FIRST_PAGE_UNKNOWN', 'the run could not find the number of the first page of a listing');
    },
  };
}

/** Facts about a service that are known before its first probe. */
export interface Setting {
  readonly roles: Roles;
  readonly order: OrderMaterial;
  readonly facts: ProbedFacts;
  readonly keys: Keys;
  /** True if nobody else uses the account, so that records can be counted. */
  readonly quiet: boolean;
  readonly profile: Profile;
  /** Milliseconds within which a created record must appear. */
  readonly patienceMs: number;
  /** True if changes appear at once, so that waiting is useless. */
  readonly prompt: boolean;
  /** Deposits of earlier runs that may still be credited, by currency in lower case. */
  readonly earlierDeposits?: Plan['earlierDeposits'];
}

/** Decides about further requests; checks do not read it. */
export interface SentSetting extends Setting {
  /** True for our own sandbox, which locks nobody out. */
  readonly embedded: boolean;
  /** True if a gateway's login uses the Authorization header, so that this header cannot contain a key. */
  readonly hasLogin?: boolean;
}

export const sentSetting = ({
  target,
  profile,
  earlierDeposits,
}: Pick<Plan, 'target' | 'profile' | 'earlierDeposits'>): SentSetting => ({
  earlierDeposits,
  roles: createRoles(target.roles),
  order: target.order,
  facts: knownFacts(target.facts, target.roles),
  keys: createKeys(target.keys),
  quiet: target.quiet,
  profile,
  embedded: target.embedded,
  patienceMs: target.patienceMs,
  prompt: target.embedded,
  hasLogin: target.network?.headers?.authorization !== undefined,
});
