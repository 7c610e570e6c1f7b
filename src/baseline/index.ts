// Observed behaviour of a service that somebody accepted and keeps in git, and the drift from it.

export { planAcceptance } from './acceptance.ts';
export { type Baseline, readBaseline, valuesShownIn } from './baseline-folder.ts';
export { type BaselineDrift, driftFrom, failsOnDrift } from './drift.ts';
