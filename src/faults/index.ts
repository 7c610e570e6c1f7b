/// <reference types="vite/types/importMeta.d.ts" />

// Small defects, one for each way in which a promise can be broken, and the freedoms that a right service may take.
// A sandbox that is started with the finder shows the one that a request asks for; only `prove` does that.

import type { RequirementId } from '#contract';
import type { FaultFinder } from '#sandbox';
import { derivedFaults } from './derived/index.ts';
import type { Fault } from './fault.ts';
import { together, type Variation } from './variation.ts';

export type { Fault, Variation };

/** Defects that only behaviour shows, written by hand: one file a noun or rule. */
const byHand = import.meta.glob<readonly Fault[]>('./defects/*.{ts,js}', { eager: true, import: 'faults' });

/** All faults: those that any member can have, derived from the schemas, and the defects written by hand. */
export const faults: readonly Fault[] = [...derivedFaults, ...Object.values(byHand).flat()];

export const faultsOf = (requirement: RequirementId): readonly Fault[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement));

const freedoms = import.meta.glob<readonly Variation[]>('./variations/*.{ts,js}', {
  eager: true,
  import: 'variations',
});

const each = Object.values(freedoms).flat();

/** Freedoms that a conforming service may take: one by one, then all that exclude no other together. */
export const variations: readonly Variation[] = [...each, together(each)];

const catalogued = new Map<string, Fault | Variation>([...faults, ...variations].map((it) => [it.id, it]));

export const faultFinder: FaultFinder = (id) => catalogued.get(id);
