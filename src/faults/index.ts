// Small defects, one for each way in which a promise can be broken, and the freedoms that a right service may take.
// A sandbox that is started with the finder shows whichever of them a request asks for; only `prove` does that.

import type { FaultFinder } from '#sandbox';
import { faults } from './faults.ts';
import type { PlantedFault, Variation } from './planted.ts';
import { variations } from './variations/index.ts';

export { derivedFaults } from './derived/index.ts';
export { faults, faultsOf } from './faults.ts';
export type { PlantedFault, Variation } from './planted.ts';
export { variations } from './variations/index.ts';

const faultsById = new Map(faults.map((fault) => [fault.id, fault]));
const variationsById = new Map(variations.map((variation) => [variation.id, variation]));

export const faultOf = (id: string): PlantedFault | undefined => faultsById.get(id);

export const variationOf = (id: string): Variation | undefined => variationsById.get(id);

/** The finder that a sandbox is started with: it finds faults and variations alike. */
export const faultFinder: FaultFinder = (id) => faultOf(id) ?? variationOf(id);
