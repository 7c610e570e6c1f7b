// Small defects, one for each way in which a promise can be broken, and the freedoms that a right service may take.
// A sandbox that is started with the finder shows whichever of them a request asks for; only `prove` does that.

import type { Fault, FaultFinder } from '#sandbox';
import { faults } from './faults.ts';
import type { PlantedFault, Variation } from './planted.ts';
import { combined, separator } from './variations/composed.ts';
import { variations } from './variations/index.ts';

export { derivedFaults } from './derived/index.ts';
export { faults, faultsOf } from './faults.ts';
export type { PlantedFault, Variation } from './planted.ts';
export { combined, decideTheSame } from './variations/composed.ts';
export { variations } from './variations/index.ts';

const faultsById = new Map(faults.map((fault) => [fault.id, fault]));
const variationsById = new Map(variations.map((variation) => [variation.id, variation]));

export const faultOf = (id: string): PlantedFault | undefined => faultsById.get(id);

export const variationOf = (id: string): Variation | undefined => variationsById.get(id);

/** In the order in which their hooks are made to run. */
const combinationOf = (id: string): Fault | undefined => {
  const ids = new Set(id.split(separator));
  const chosen = variations.filter((variation) => ids.has(variation.id));
  return chosen.length > 1 && chosen.length === ids.size ? combined(chosen) : undefined;
};

/** The finder that a sandbox is started with: it finds faults, variations, and several variations together. */
export const faultFinder: FaultFinder = (id) => faultOf(id) ?? variationOf(id) ?? combinationOf(id);
