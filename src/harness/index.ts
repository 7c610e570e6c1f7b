// The harness of a run: fetches each source once, runs the checks, and reports.

export { longestTryWaitMs } from '#probes';
export { gatherAll } from './gather.ts';
export { type CheckOutcome, judgeCheck } from './judge.ts';
export type { JudgedState } from './judged-state.ts';
export { LookBudget } from './look-budget.ts';
export { openRecording } from './recorded-state.ts';
export {
  openSession,
  placeOf,
  plannedChecks,
  runChecks,
  type Session,
  type SessionOptions,
  type TargetSession,
  transportTo,
} from './run-checks.ts';
export { RunState } from './run-state.ts';
export { isUnsettled, lookTwice, settle } from './second-look.ts';
