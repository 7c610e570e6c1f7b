// What a service was observed to do, as values: forms, statuses and terms, never values of a payload. One table says of each aspect how
// it is observed, compared, grouped and worded.

export { observeSpeed } from './answers.ts';
export { type MatrixGroup, matrixGroups } from './aspect.ts';
export { kindNames } from './aspects.ts';
export {
  type ChangeKind,
  type ChosenClasses,
  changeKindIds,
  changeKinds,
  classOf,
  type DriftClass,
  driftClasses,
} from './change-kinds.ts';
export { compareFacts } from './compare.ts';
export * from './fact.ts';
export { factsOf } from './facts-of.ts';
export { observeForm, observeTerms } from './observe.ts';
export { isOfOneValue, isOfUnverified, isOneOrder, requestOf } from './requests.ts';
export type { AddFact, Showing } from './sight.ts';
export { subjectText, valueText } from './words.ts';
export * from './written.ts';
