// Ties Vitest to probes and checks: registers one test a requirement, fetches each source once, and reports.

export { inputsOf } from './inputs.ts';
export { judgeCheck } from './judge.ts';
export type { CheckOutcome, Evidence } from './outcome.ts';
export { judgeRecording } from './recorded.ts';
export { registerTests } from './register.ts';
export { reportOf } from './report.ts';
export { openSession, type Session, type SessionOptions, settingOf, transportTo } from './session.ts';
export { stagesOf } from './stages.ts';
export { World } from './world.ts';
