import type { RoleIds } from '#contract';
import { Untested } from './untested.ts';

/** The variable that names each role: the reason that a report gives where the role is missing. */
const variables = {
  individual: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  business: 'RAMP_BUSINESS_SUBACCOUNT_ID',
  unverified: 'RAMP_UNVERIFIED_SUBACCOUNT_ID',
  unbanked: 'RAMP_UNBANKED_SUBACCOUNT_ID',
  usdRecipient: 'RAMP_USD_RECIPIENT_ID',
  localRecipient: 'RAMP_LOCAL_RECIPIENT_ID',
  namedRecipient: 'RAMP_NAMED_RECIPIENT_ID',
  lightningRecipient: 'RAMP_LIGHTNING_RECIPIENT_ID',
  withdrawal: 'RAMP_WITHDRAWAL_ID',
} as const;

type SingleRole = keyof typeof variables;

/** Ids by the part they play. Reading one that the target lacks makes the test untested. */
export type Roles = { readonly [Role in SingleRole]: string } & {
  readonly incompleteNamedRecipients: readonly string[];
  readonly offramps: readonly string[];
  readonly conversions: readonly string[];
  /** Of the unverified subaccount; where it has none of its own, those of others must do. */
  readonly unverifiedRecipient: string | undefined;
  /** Whether a role is there; for tests that take what there is. */
  has(role: SingleRole): boolean;
};

const demanded = (ids: readonly string[], reason: string): readonly string[] => {
  if (ids.length === 0) throw new Untested(reason, 'user');
  return ids;
};

export const createRoles = (ids: RoleIds): Roles => {
  const roles = {
    get incompleteNamedRecipients() {
      return demanded(ids.incompleteNamedRecipients, 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID is not set');
    },
    get offramps() {
      return demanded(ids.offramps, 'RAMP_OFFRAMP_ID is not set, and the listing shows none');
    },
    get conversions() {
      return demanded(ids.conversions, 'RAMP_CONVERSION_ID is not set, and the listing shows none');
    },
    unverifiedRecipient: ids.unverifiedRecipient,
    has: (role: SingleRole) => ids[role] !== undefined,
  };
  for (const [role, variable] of Object.entries(variables) as [SingleRole, string][])
    Object.defineProperty(roles, role, {
      enumerable: true,
      get: () => {
        const id = ids[role];
        if (id === undefined) throw new Untested(`${variable} is not set`, 'user');
        return id;
      },
    });
  return roles as Roles;
};
