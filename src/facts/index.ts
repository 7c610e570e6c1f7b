// Observed behaviour of a service as values: forms, statuses and terms, never values of a payload. One table defines
// how each aspect is observed, compared, grouped and worded.

export {
  answerParts,
  answerStep,
  headerName,
  isOfDeprecation,
  isOrderRefused,
  observeSpeed,
  otherWords,
} from './answers.ts';
export { type MatrixGroup, matrixGroups, setText, unseen } from './aspect.ts';
export {
  causeOf,
  cellTexts,
  groupOf,
  kindNames,
  nameOf,
  observeForm,
  observeTerms,
  sentenceOf,
  whereText,
  wordsOf,
} from './aspects.ts';
export { isOfCapability } from './capabilities.ts';
export {
  type ChangeKind,
  type ChosenClasses,
  changeKindIds,
  changeKinds,
  classOf,
  type DriftClass,
  driftClasses,
} from './change-kinds.ts';
export { type ChangeAdvice, clientMust, clientNote, endAdvice } from './client-must.ts';
export { byWeight, compareFacts, differencesBetween, type FactDifference } from './compare-facts.ts';
export { lessIn, type RunDifference, reachOf, settingDifferences } from './dependence.ts';
export * from './fact.ts';
export {
  changedText,
  decimalText,
  formText,
  instantText,
  listText,
  memberText,
  recordMember,
  stepText,
  subjectText,
  valueText,
} from './fact-words.ts';
export { factsOf } from './facts-of.ts';
export { shareIn, shareText, takenStep } from './fees.ts';
export { amongOthers, isOfOthers, isShownBy } from './members.ts';
export { hiddenValue } from './observed-members.ts';
export {
  caseText,
  isIncidental,
  isInSituation,
  isOfOneValue,
  isOfUnverified,
  isOneOrder,
  isPlainRequest,
  railOf,
  requestOf,
} from './requests.ts';
export { type FactRuling, isRuling, type RulingSort, rulings } from './rulings.ts';
export { type AddFact, isOfSet, isPlainName, type Showing } from './sight.ts';
export * from './written.ts';
