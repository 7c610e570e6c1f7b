// The state of a service that requests can change.

import { seededBalances } from './balances.ts';
import type { Owned } from './identity.ts';
import type { LightningOfframp } from './lightning-offramp.ts';
import type { Amount } from './money.ts';
import { type Offramp, seededOfframps } from './offramp.ts';
import type { Onramp } from './onramp.ts';

/** The state that requests can change. All other data is frozen and shared by all services. */
export interface Store {
  balances: Readonly<Record<string, Amount>>;
  balancesBefore: Readonly<Record<string, Amount>>;
  /** The newest last. */
  readonly offramps: Owned<Offramp>[];
  readonly onramps: Owned<Onramp>[];
  readonly lightningOfframps: Owned<LightningOfframp>[];
}

/** Costs one shallow copy, because the seeded records are shared. */
export function openStore(): Store {
  return {
    balances: seededBalances,
    balancesBefore: seededBalances,
    offramps: [...seededOfframps],
    onramps: [],
    lightningOfframps: [],
  };
}

/** A copy whose changes are dropped. */
export function scratchOf(store: Store): Store {
  return {
    balances: store.balances,
    balancesBefore: store.balancesBefore,
    offramps: [...store.offramps],
    onramps: [...store.onramps],
    lightningOfframps: [...store.lightningOfframps],
  };
}
