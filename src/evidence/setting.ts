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

// The facts that a run knows of a target.

type Role = keyof RoleIds;

/** Ids by the part they play. Reading one that the target lacks makes the test untested. */
export type Roles = {
  readonly [R in Exclude<Role, 'unverifiedRecipient'>]: NonNullable<RoleIds[R]>;
} & {
  /** Belongs to the first unverified subaccount; where it has none, those of others must do. */
  readonly unverifiedRecipient: string | undefined;
  /** The one that most requests are for: the person, or the business of a tenant that has no person. */
  readonly subaccount: string;
  /** True where a role is there; for tests that take what there is. */
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
  /** Reading it without one makes the claim untested. */
  readonly restricted: string;
  /** A key of another account. Reading it without one makes the claim untested. */
  readonly other: string;
  /** Valid keys besides the full one, as many as there are. */
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

/** Reading a number of the first page that is a guess makes the claim untested: a right service may begin with another. */
export function knownFacts(facts: ProbedFacts, roles: Pick<RoleIds, 'individual' | 'business'>): ProbedFacts {
  // Without a subaccount there is no listing.
  if (!facts.assumed?.includes('firstPage') || (roles.individual ?? roles.business) === undefined) return facts;
  return {
    ...facts,
    get firstPage(): number {
      throw untested('FIRST_PAGE_UNKNOWN', 'which page of a listing is the first could not be found out');
    },
  };
}

/** The facts known about a service before its first probe. */
export interface Setting {
  readonly roles: Roles;
  readonly order: OrderMaterial;
  readonly facts: ProbedFacts;
  readonly keys: Keys;
  /** True where nothing else acts on the account, so that its records can be counted. */
  readonly quiet: boolean;
  readonly profile: Profile;
  /** How long what was created may take to show, in milliseconds. */
  readonly patienceMs: number;
  /** True where what was done shows at once, so that nothing is shown by waiting for it. */
  readonly prompt: boolean;
  /** Deposits of earlier runs, by lower-case currency, that may be credited late still. */
  readonly earlierDeposits?: Plan['earlierDeposits'];
}

/** What decides how much is sent besides; no check sees it. */
export interface SentSetting extends Setting {
  /** True where it is our own sandbox, which locks nobody out. */
  readonly embedded: boolean;
  /** True where the login of a gateway stands in the Authorization header of every request: no key can be there. */
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
