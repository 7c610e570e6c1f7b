// What a service was observed to do, accepted by a person and kept in git, and how a later run differs from it. Facts
// are forms, statuses and terms, never values of a payload.

export { compareFacts, excusingSettings, type FactChange, failsOnDrift, isOneOrder } from './compare.ts';
export {
  endpointNames,
  type Facts,
  factsOf,
  isOfSettings,
  nameOfSetting,
  valuesShownIn,
} from './facts.ts';
export { type Baseline, planAcceptance, readBaseline } from './folder.ts';
export {
  type ChangeKind,
  type ChosenClasses,
  changeKindIds,
  changeKinds,
  classOf,
  type DriftClass,
  driftClasses,
  kindNames,
  kindsFact,
} from './kinds.ts';
