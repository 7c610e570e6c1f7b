/// <reference types="vite/types/importMeta.d.ts" />

// Small defects, one for each way to break a promise, and the variations that a correct service may use. A sandbox with
// the finder uses the fault that a request names; only `prove` starts it so.

import type { RequirementId } from '#contract';
import type { FaultFinder } from '#sandbox';
import { derivedFaults } from './derived.ts';
import { type Fault, registeredFaults } from './fault.ts';
import { registeredVariations, together, type Variation } from './variation.ts';

export { lengthened } from './variations/pagination.ts';
export { type Fault, together, type Variation };

// Each file registers its faults when it is imported.
import.meta.glob('./{defects,variations}/*.{ts,js}', { eager: true });

/** Faults derived from the schemas for each member, and faults written by hand. */
export const faults: readonly Fault[] = [...derivedFaults, ...registeredFaults()];

export const faultsOf = (requirement: RequirementId): readonly Fault[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement));

/** Each variation alone, then all compatible ones together. */
export const variations: readonly Variation[] = [...registeredVariations(), together(registeredVariations())];

const catalogued = new Map<string, Fault | Variation>([...faults, ...variations].map((it) => [it.id, it]));

export const faultFinder: FaultFinder = (id) => catalogued.get(id);
