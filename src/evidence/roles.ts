import { type RoleIds, roleVariables } from '#contract';
import { notSet } from './untested.ts';

type Role = keyof RoleIds;

/** Ids by the part they play. Reading one that the target lacks makes the test untested. */
export type Roles = {
  readonly [R in Exclude<Role, 'unverifiedRecipient'>]: NonNullable<RoleIds[R]>;
} & {
  /** Belongs to the first unverified subaccount; where it has none, those of others must do. */
  readonly unverifiedRecipient: string | undefined;
  /** True where a role is there; for tests that take what there is. */
  has(role: Role): boolean;
};

const discovered: readonly Role[] = ['offramps', 'conversions'];

export const createRoles = (ids: RoleIds): Roles => {
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
  return roles as Roles;
};
