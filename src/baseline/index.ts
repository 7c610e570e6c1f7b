// What a service was observed to do, accepted by a person and kept in git, and whether drift from it fails.

export { excusingSettings, failsOnDrift } from './drift.ts';
export { type Baseline, planAcceptance, readBaseline, valuesShownIn } from './folder.ts';
