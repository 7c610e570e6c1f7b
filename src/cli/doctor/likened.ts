import { type RoleIds, roleVariables, type Target } from '#contract';

/** Variables that are taken for set though they are not. */
export type Granted = ReadonlySet<string>;

/** Of each kind the sandbox's own, where the target has any. */
const rolesLike = ({ roles }: Target, own: RoleIds, granted: Granted): RoleIds => {
  const has = (name: keyof RoleIds): boolean => {
    const ids = roles[name];
    return granted.has(roleVariables[name]) || (Array.isArray(ids) ? ids.length > 0 : ids !== undefined);
  };
  const kept = Object.entries(own).filter(([name]) => has(name as keyof RoleIds));
  return { incompleteNamedRecipients: [], offramps: [], conversions: [], ...Object.fromEntries(kept) };
};

const keysLike = (
  { keys }: Target,
  { full, restricted }: Target['keys'],
  granted: Granted,
): Target['keys'] => {
  const has = keys.restricted !== undefined || granted.has('RAMP_RESTRICTED_API_KEY');
  return has && restricted !== undefined ? { full, restricted } : { full };
};

/** The sandbox with no more roles, keys and permissions than the target has, and those that are granted. */
export const likened = (target: Target, sandbox: Target, granted: Granted): Target => ({
  ...sandbox,
  money: granted.has('RAMP_MONEY_HOST') || target.money,
  readOnly: target.readOnly,
  quiet: target.quiet || granted.has('RAMP_QUIET_ACCOUNT'),
  rawProbe: target.rawProbe === true || granted.has('RAMP_RAW_PROBE'),
  roles: rolesLike(target, sandbox.roles, granted),
  keys: keysLike(target, sandbox.keys, granted),
});
