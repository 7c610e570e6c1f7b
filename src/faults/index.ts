/// <reference types="vite/types/importMeta.d.ts" />

// Small defects, one for each way in which a promise can be broken, and the variations that a right service may take.
// A sandbox that is started with the finder shows the one that a request asks for; only `prove` does that.

import type { RequirementId } from '#contract';
import type { FaultFinder } from '#sandbox';
import { derivedFaults } from './derived.ts';
import { type Fault, registeredFaults } from './fault.ts';
import { registeredVariations, together, type Variation } from './variation.ts';

export { lengthened } from './variations/pagination.ts';
export { type Fault, together, type Variation };

// Each file registers what it describes as it is imported.
import.meta.glob('./{defects,variations}/*.{ts,js}', { eager: true });

/** Derived from the schemas for any member, and defects written by hand. */
export const faults: readonly Fault[] = [...derivedFaults, ...registeredFaults()];

export const faultsOf = (requirement: RequirementId): readonly Fault[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement));

/** Each alone, then all compatible ones together. */
export const variations: readonly Variation[] = [...registeredVariations(), together(registeredVariations())];

const catalogued = new Map<string, Fault | Variation>([...faults, ...variations].map((it) => [it.id, it]));

export const faultFinder: FaultFinder = (id) => catalogued.get(id);
