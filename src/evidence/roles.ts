import { type RoleIds, roleVariables } from '#contract';
import { notSet } from './untested.ts';

const singleRoles = [
  'individual',
  'business',
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
  readonly unverified: readonly string[];
  readonly incompleteNamedRecipients: readonly string[];
  readonly offramps: readonly string[];
  readonly conversions: readonly string[];
  /** Belongs to the first unverified subaccount; where it has none, those of others must do. */
  readonly unverifiedRecipient: string | undefined;
  /** True where a role is there; for tests that take what there is. */
  has(role: keyof RoleIds): boolean;
};

export const createRoles = (ids: RoleIds): Roles => {
  const demanded = (
    role: 'unverified' | 'incompleteNamedRecipients' | 'offramps' | 'conversions',
    also = '',
  ) => {
    if (ids[role].length === 0) throw notSet(roleVariables[role], also);
    return ids[role];
  };
  const roles = {
    get unverified() {
      return demanded('unverified');
    },
    get incompleteNamedRecipients() {
      return demanded('incompleteNamedRecipients');
    },
    get offramps() {
      return demanded('offramps', ', and the listing shows none');
    },
    get conversions() {
      return demanded('conversions', ', and the listing shows none');
    },
    unverifiedRecipient: ids.unverifiedRecipient,
    has: (role: keyof RoleIds) => [ids[role] ?? []].flat().length > 0,
  };
  for (const role of singleRoles)
    Object.defineProperty(roles, role, {
      enumerable: true,
      get: () => {
        const id = ids[role];
        if (id === undefined) throw notSet(roleVariables[role]);
        return id;
      },
    });
  return roles as Roles;
};
