// Observed behaviour of a service, accepted by a person and kept in git, and the drift from it.

export { planAcceptance } from './acceptance.ts';
export { type Baseline, readBaseline, valuesShownIn } from './baseline-folder.ts';
export { type BaselineDrift, driftFrom, failsOnDrift } from './drift.ts';
