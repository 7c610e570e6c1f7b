import { seededBalances } from './balances.ts';
import type { Fault, FaultFinder, ServedWorld } from './fault.ts';
import type { Owned } from './identity.ts';
import type { LightningOfframp } from './lightning-offramp.ts';
import type { Amount } from './money.ts';
import { type Offramp, seededOfframps } from './offramp.ts';
import type { Onramp } from './onramp.ts';
import { defaultPolicies, withPolicies } from './policies.ts';

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
