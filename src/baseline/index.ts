// What a service was observed to do, accepted by a person and kept in git, and whether drift from it fails.

export { planAcceptance } from './acceptance.ts';
export { type Baseline, readBaseline, valuesShownIn } from './baseline-folder.ts';
export { type BaselineDrift, driftFrom, failsOnDrift } from './drift.ts';
