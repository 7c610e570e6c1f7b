import type { RoleIds, Target } from '#contract';
import type { VariableName } from '#target';

/** Variables that are taken for set though they are not. */
export type Granted = ReadonlySet<string>;

const variableOfRole: Readonly<Partial<Record<keyof RoleIds, VariableName>>> = {
  individual: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  business: 'RAMP_BUSINESS_SUBACCOUNT_ID',
  unverified: 'RAMP_UNVERIFIED_SUBACCOUNT_ID',
  unbanked: 'RAMP_UNBANKED_SUBACCOUNT_ID',
  usdRecipient: 'RAMP_USD_RECIPIENT_ID',
  localRecipient: 'RAMP_LOCAL_RECIPIENT_ID',
  namedRecipient: 'RAMP_NAMED_RECIPIENT_ID',
  incompleteNamedRecipients: 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID',
  lightningRecipient: 'RAMP_LIGHTNING_RECIPIENT_ID',
  withdrawal: 'RAMP_WITHDRAWAL_ID',
  offramps: 'RAMP_OFFRAMP_ID',
  conversions: 'RAMP_CONVERSION_ID',
};

/** Of each kind the sandbox's own, where the target has any. */
const rolesLike = ({ roles }: Target, own: RoleIds, granted: Granted): RoleIds => {
  const has = (name: keyof RoleIds): boolean => {
    const ids = roles[name];
    return (
      granted.has(variableOfRole[name] ?? '') || (Array.isArray(ids) ? ids.length > 0 : ids !== undefined)
    );
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
