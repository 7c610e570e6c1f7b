// What a service was observed to do, accepted by a person and kept in git, and how a later run differs from it. Facts
// are forms and statuses, never values of a payload.

export { type Acceptance, acceptFacts } from './accept.ts';
export { valuesShownIn, withShown } from './classify.ts';
export { compareFacts, driftCounts, driftText, type FactChange, failsOnDrift } from './compare.ts';
export { endpointNames, type Facts, factsOf, isOfSettings, nameOfSetting } from './facts.ts';
export { type Baseline, readBaseline } from './folder.ts';
export { type DriftClass, driftClasses } from './kinds.ts';
