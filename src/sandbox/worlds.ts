// The services of one sandbox, each with its state, policies and fault.

import { defaultPolicies, withPolicies } from './policies.ts';
import { openStore } from './store.ts';
import type { Fault, FaultFinder, ServedWorld } from './wire.ts';

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
 * Without `faults` there is one service, and both headers have no effect. With `faults`, a service is seeded at its
 * first request. Above the capacity, the service without requests for the longest time is dropped.
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
