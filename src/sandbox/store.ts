import type { AcceptedKeys } from './admission.ts';
import { seededBalances } from './balances.ts';
import { seededConversions } from './conversion.ts';
import { type Owned, pendingWithdrawalId, subaccounts } from './identity.ts';
import type { LightningOfframp } from './lightning-offramp.ts';
import type { Amount } from './money.ts';
import { type Offramp, seededOfframps, seededSenderAddress } from './offramp.ts';
import type { Onramp } from './onramp.ts';
import { incompleteRecipientIds, recipientIds } from './order.ts';
import { defaultPolicies, withPolicies } from './policies.ts';
import type { Fault, FaultFinder, ServedWorld } from './wire.ts';

/** The state that requests can change. Everything else is seed, frozen and shared by all worlds. */
export interface Store {
  balances: Readonly<Record<string, Amount>>;
  /** Newest last. */
  readonly offramps: Owned<Offramp>[];
  readonly onramps: Owned<Onramp>[];
  readonly lightningOfframps: Owned<LightningOfframp>[];
}

/** Costs one shallow copy: the seeded records themselves are shared. */
function openStore(): Store {
  return { balances: seededBalances, offramps: [...seededOfframps], onramps: [], lightningOfframps: [] };
}

/** A store whose changes nobody will see. */
export function scratchOf(store: Store): Store {
  return {
    balances: store.balances,
    offramps: [...store.offramps],
    onramps: [...store.onramps],
    lightningOfframps: [...store.lightningOfframps],
  };
}

export interface ServedWorlds {
  readonly of: (headers: Readonly<Record<string, unknown>>) => ServedWorld | { readonly unknownFault: string };
}

const capacity = 1_000;

export function openWorld(name: string, faultId?: string, fault?: Fault): ServedWorld {
  const policies = fault ? withPolicies(fault.policies) : defaultPolicies;
  return { name, faultId, fault, policies, store: openStore(), memory: new Map() };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Without `faults` there is one world and both headers mean nothing. With it, worlds are seeded when first asked
 * for, and the one not asked for the longest is dropped beyond the capacity.
 */
export function openWorlds(faults: FaultFinder | undefined, always?: Fault): ServedWorlds {
  const main = openWorld('', undefined, always);
  if (faults === undefined) return { of: () => main };
  const live = new Map<string, ServedWorld>();

  function kept(key: string, world: ServedWorld): ServedWorld {
    live.delete(key);
    live.set(key, world);
    const [oldest] = live.keys();
    if (live.size > capacity && oldest !== undefined) live.delete(oldest);
    return world;
  }

  return {
    of(headers) {
      const faultId = text(headers['x-ramp-fault']);
      const name = text(headers['x-ramp-world']) ?? '';
      if (faultId === undefined && name === '') return main;
      const key = `${faultId ?? ''}|${name}`;
      const known = live.get(key);
      if (known) return kept(key, known);
      const fault = faultId === undefined ? undefined : faults(faultId);
      if (faultId !== undefined && fault === undefined) return { unknownFault: faultId };
      return kept(key, openWorld(name, faultId, fault));
    },
  };
}

/** Keys that mean something to a sandbox only. */
export const sandboxKeys: AcceptedKeys = {
  full: 'sandbox-full-4Zt9QmXw7LbRkE2c',
  restricted: 'sandbox-restricted-8HsVn3PyGd6JuT1a',
  other: 'sandbox-other-5WqKc8MfTz1RxD7e',
};

interface SeededRecord {
  readonly owner: string;
  readonly record: { readonly id: string; readonly status?: string };
}

/** The newest record of the individual subaccount; of the offramps a completed one, whose settlement is full. */
function newestOf(owned: readonly SeededRecord[]): string {
  const fitting = owned.filter(({ record }) => (record.status ?? 'completed') === 'completed');
  return fitting.findLast(({ owner }) => owner === subaccounts.individual)?.record.id ?? '';
}

/** The settings that a run needs for a sandbox, as the variables of an `.env`. */
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
