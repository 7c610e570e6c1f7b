// The settings of a run against a sandbox: its keys and records.

import type { AcceptedKeys } from './admission.ts';
import { seededConversions } from './conversion.ts';
import { pendingWithdrawalId, subaccounts } from './identity.ts';
import { seededOfframps, seededSenderAddress } from './offramp.ts';
import { incompleteRecipientIds, recipientIds } from './order.ts';

/** Only a sandbox accepts these keys. */
export const sandboxKeys: AcceptedKeys = {
  full: 'sandbox-full-4Zt9QmXw7LbRkE2c',
  restricted: 'sandbox-restricted-8HsVn3PyGd6JuT1a',
  other: 'sandbox-other-5WqKc8MfTz1RxD7e',
};

interface SeededRecord {
  readonly owner: string;
  readonly record: { readonly id: string; readonly status?: string };
}

/** For offramps a completed one, because its settlement has all members. */
function newestOf(owned: readonly SeededRecord[]): string {
  const fitting = owned.filter(({ record }) => (record.status ?? 'completed') === 'completed');
  return fitting.findLast(({ owner }) => owner === subaccounts.individual)?.record.id ?? '';
}

export function seededSettings(at: { readonly baseUrl: string; readonly keys: AcceptedKeys }): Record<string, string> {
  return {
    RAMP_BASE_URL: at.baseUrl,
    RAMP_API_KEY: at.keys.full,
    RAMP_RESTRICTED_API_KEY: at.keys.restricted,
    RAMP_OTHER_API_KEY: at.keys.other,
    RAMP_ENVIRONMENT: 'sandbox',
    RAMP_QUIET_ACCOUNT: 'true',
    RAMP_INDIVIDUAL_SUBACCOUNT_ID: subaccounts.individual,
    RAMP_BUSINESS_SUBACCOUNT_ID: subaccounts.business,
    RAMP_UNVERIFIED_SUBACCOUNT_ID: `${subaccounts.unverified},${subaccounts.unverifiedBusiness}`,
    RAMP_UNBANKED_SUBACCOUNT_ID: subaccounts.unbanked,
    RAMP_USD_RECIPIENT_ID: recipientIds.usd,
    RAMP_LOCAL_RECIPIENT_ID: recipientIds.local,
    RAMP_LOCAL_RECIPIENT_CURRENCY: 'BRL',
    RAMP_NAMED_RECIPIENT_ID: recipientIds.named,
    RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: Object.values(incompleteRecipientIds).join(','),
    RAMP_LIGHTNING_RECIPIENT_ID: recipientIds.lightning,
    RAMP_WITHDRAWAL_ID: pendingWithdrawalId,
    RAMP_OFFRAMP_ID: newestOf(seededOfframps),
    RAMP_CONVERSION_ID: newestOf(seededConversions),
    RAMP_DEPOSIT_ACCOUNT_NUMBER: '00000033',
    RAMP_ONRAMP_CURRENCY: 'BRL',
    RAMP_ONRAMP_CHAIN: 'ETH',
    RAMP_ONRAMP_ADDRESS: '0x5eed00000000000000000000000000000000d00d',
    RAMP_LIGHTNING_ADDRESS: 'lnbc1p0sandbox0destination',
    RAMP_OFFRAMP_CHAIN: 'ETH',
    RAMP_OFFRAMP_ASSET: 'USDC',
    RAMP_OFFRAMP_SENDER_ADDRESS: seededSenderAddress,
    RAMP_AMOUNT: '100',
    RAMP_TAXONOMY_CURRENCIES: 'MXN,BRL,COP,ARS',
  };
}
