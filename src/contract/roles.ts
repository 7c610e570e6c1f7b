export const roleVariables = {
  individual: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  business: 'RAMP_BUSINESS_SUBACCOUNT_ID',
  unverified: 'RAMP_UNVERIFIED_SUBACCOUNT_ID',
  unbanked: 'RAMP_UNBANKED_SUBACCOUNT_ID',
  unverifiedRecipient: 'RAMP_UNVERIFIED_RECIPIENT_ID',
  usdRecipient: 'RAMP_USD_RECIPIENT_ID',
  localRecipient: 'RAMP_LOCAL_RECIPIENT_ID',
  namedRecipient: 'RAMP_NAMED_RECIPIENT_ID',
  incompleteNamedRecipients: 'RAMP_INCOMPLETE_NAMED_RECIPIENT_ID',
  lightningRecipient: 'RAMP_LIGHTNING_RECIPIENT_ID',
  withdrawal: 'RAMP_WITHDRAWAL_ID',
  offramps: 'RAMP_OFFRAMP_ID',
  conversions: 'RAMP_CONVERSION_ID',
} as const;

/** Several have no approved KYC, or lack an identifying field each; offramps and conversions may be discovered in the listings. */
type SeveralIds = 'unverified' | 'incompleteNamedRecipients' | 'offramps' | 'conversions';

/** Ids by the part they play; an absent one makes its requirements untested. */
export type RoleIds = Readonly<Record<SeveralIds, readonly string[]>> & {
  readonly [Role in Exclude<keyof typeof roleVariables, SeveralIds>]?: string | undefined;
};

const recordRoles = new Map<string, 'withdrawal' | 'offramps' | 'conversions'>([
  ['withdrawalId', 'withdrawal'],
  ['offrampId', 'offramps'],
  ['conversionId', 'conversions'],
]);

/** The role of the record that a parameter of a path names; of a subaccount it is that of the individual. */
export const roleOf = (parameter: string) => recordRoles.get(parameter) ?? 'individual';
