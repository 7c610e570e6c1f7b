// Ties Vitest to probes and checks: declares one test a requirement, fetches each source once, and reports.

export { declarePlannedTests, declareTests } from './declare.ts';
export { gatherAll } from './gather.ts';
export { type CheckOutcome, firstFrame, judgeCheck } from './judge.ts';
export { plannedChecks } from './plan.ts';
export { judgeRecording } from './recorded.ts';
export { reportOf } from './report.ts';
export { openSession, type Session, type SessionOptions, settingOf, transportTo } from './session.ts';
export { type Evidence, inputsOf, World } from './world.ts';
