/**
 * Decides outcomes, and reports them to a gate, an engineer and an auditor. Every output is searched for leaks first.
 */
export { describeForAllure, writeAllureResults } from './allure/write-results.ts';
export { groupChanges, groupText } from './comparison/change-groups.ts';
export { compareRuns, isUndecided, isWorse, tooLittle, unexplained } from './comparison/compare-runs.ts';
export { type ComparedRun, isAncestor } from './comparison/compared-run.ts';
export {
  comparisonData,
  comparisonSummary,
  comparisonText,
  renderComparison,
} from './comparison/comparison-reports.ts';
export { comparisonView } from './comparison/comparison-view.ts';
export { baselineText, comparedWith, driftCounts, driftIn, driftReport, driftText } from './comparison/drift-text.ts';
export { matrixLacks, matrixOf } from './comparison/matrix.ts';
export { matrixData, matrixText, renderMatrix } from './comparison/matrix-view.ts';
export { closingText } from './console.ts';
export { LaterFormat } from './earlier-form.ts';
export { failureText, findingText } from './finding.ts';
export { withFirstSeen } from './first-seen.ts';
export { headlineOf } from './headline.ts';
export { type History, historyWith, lostSince, readHistory, runsOf } from './history.ts';
export { historyData, historyText, otherTargetsText } from './history-view.ts';
export { type RunLine, runOf } from './kept-run.ts';
export { lastRunText } from './last-run.ts';
export { findLeaks, type Leak, leakText } from './leaks.ts';
export { isGated } from './outcomes.ts';
export { banner, facts, fold, html, list, nothing, renderPage, type Section, type Tone, table } from './page.ts';
export { leftOutLines } from './remarks.ts';
export { isNarrowed, judge, judgeAlone, type Results, type Unjudged, unjudgedVerdict } from './ruling.ts';
export { annotations, refusalAnnotation, renderSummary, warningAnnotation } from './summary.ts';
export { cut, plural, sanitise, sanitiseAll, sanitiseLines, wrapped } from './text.ts';
export * from './verdict.ts';
export { verdictWords } from './words.ts';
export { outputNames, ownNumbers, type WrittenReports, writeReports } from './write.ts';
