/** Decides outcomes, and reports them to a gate, an engineer, an auditor. Nothing leaves before it is searched for leaks. */
export { prepareAllureReport } from './allure/generate.ts';
export { describeForAllure } from './allure/runtime.ts';
export { type AllureResults, writeAllureResults } from './allure/write-results.ts';
export { annotations } from './annotations.ts';
export { compareRuns, isWorse, tooLittle } from './comparison/compare.ts';
export type { ComparedRun } from './comparison/compared-run.ts';
export { renderComparison } from './comparison/comparison-page.ts';
export { comparisonSummary, comparisonText } from './comparison/comparison-text.ts';
export { comparisonData, comparisonView } from './comparison/comparison-view.ts';
export { renderTargets, type TargetRun, targetLine } from './comparison/targets.ts';
export { type Closing, closingText } from './console/closing.ts';
export { plural } from './counting.ts';
export type { Written } from './files.ts';
export { isGated } from './gate.ts';
export { baselineText, headlineOf } from './headline.ts';
export { type History, historyWith, readHistory, runsOf } from './history/history.ts';
export { renderHistory } from './history/history-page.ts';
export { historyData, historyText, withFirstSeen } from './history/history-view.ts';
export { type RunLine, runOf } from './history/line.ts';
export { judge, judgeAlone } from './judge-results.ts';
export { findLeaks, type Leak, leakText, type Output } from './leaks/scan.ts';
export { type ProofSummary, proofFile, readProof } from './proof-file.ts';
export { leftOutLines } from './remarks.ts';
export { type Results, type Unjudged, unjudgedVerdict } from './run.ts';
export { sanitise, sanitiseAll, sanitiseLines } from './sanitise.ts';
export { renderSummary } from './summary.ts';
export {
  type BaselineComparison,
  type Gate,
  type Job,
  type JudgedFinding,
  type JudgedRequirement,
  type KnownWaiver,
  type MoneyOperations,
  type RecordingSummary,
  type Verdict,
  verdictSchema,
} from './verdict.ts';
export { failureText, findingText } from './view.ts';
export { outputNames, type ReportsToWrite, type WrittenReports, writeReports } from './write.ts';
