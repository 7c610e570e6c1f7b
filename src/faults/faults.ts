import type { RequirementId } from '#contract';
import { defects } from './defects/index.ts';
import { derivedFaults } from './derived/index.ts';
import type { PlantedFault } from './planted.ts';
import { changedBy } from './rewriting.ts';

/** Only the replies of one operation can show a fault whose hook changes no others. */
const placed = (fault: PlantedFault): PlantedFault => {
  const operation = fault.reply && fault.policies === undefined ? changedBy(fault.reply) : undefined;
  return operation === undefined ? fault : { ...fault, operations: [operation] };
};

/** All faults: those that any member can have, derived from the schemas, and the defects written by hand. */
export const faults: readonly PlantedFault[] = [...derivedFaults, ...defects].map(placed);

/** The faults that a requirement must notice. */
export const faultsOf = (requirement: RequirementId): readonly PlantedFault[] =>
  faults.filter(({ requirements }) => requirements.includes(requirement));
