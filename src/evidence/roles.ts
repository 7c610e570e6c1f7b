import { type RoleIds, roleVariables } from '#contract';
import { Untested } from './untested.ts';

const singleRoles = [
  'individual',
  'business',
  'unverified',
  'unbanked',
  'usdRecipient',
  'localRecipient',
  'namedRecipient',
  'lightningRecipient',
  'withdrawal',
] as const satisfies readonly (keyof RoleIds)[];

type SingleRole = (typeof singleRoles)[number];

/** Ids by the part they play. Reading one that the target lacks makes the test untested. */
export type Roles = { readonly [Role in SingleRole]: string } & {
  readonly incompleteNamedRecipients: readonly string[];
  readonly offramps: readonly string[];
  readonly conversions: readonly string[];
  /** Those of the unverified subaccount; where it has none, those of others must do. */
  readonly unverifiedRecipient: string | undefined;
  /** Whether a role is there; for tests that take what there is. */
  has(role: keyof RoleIds): boolean;
};

const demanded = (ids: readonly string[], reason: string): readonly string[] => {
  if (ids.length === 0) throw new Untested(reason, 'user');
  return ids;
};

export const createRoles = (ids: RoleIds): Roles => {
  const roles = {
    get incompleteNamedRecipients() {
      return demanded(ids.incompleteNamedRecipients, `${roleVariables.incompleteNamedRecipients} is not set`);
    },
    get offramps() {
      return demanded(ids.offramps, `${roleVariables.offramps} is not set, and the listing shows none`);
    },
    get conversions() {
      return demanded(ids.conversions, `${roleVariables.conversions} is not set, and the listing shows none`);
    },
    unverifiedRecipient: ids.unverifiedRecipient,
    has: (role: keyof RoleIds) => [ids[role] ?? []].flat().length > 0,
  };
  for (const role of singleRoles)
    Object.defineProperty(roles, role, {
      enumerable: true,
      get: () => {
        const id = ids[role];
        if (id === undefined) throw new Untested(`${roleVariables[role]} is not set`, 'user');
        return id;
      },
    });
  return roles as Roles;
};
