// Ties Vitest to probes and checks: registers one test a requirement, fetches each source once, and reports.

export { inputsOf } from './inputs.ts';
export { type Evidence, judgeCheck, type Outcome } from './judge.ts';
export { judgeRecording, type RecordedJudgement } from './recorded.ts';
export { registerTests } from './register.ts';
export { reportOf } from './report.ts';
export { openSession, type Session, settingOf, transportTo } from './session.ts';
export { stagesOf } from './stages.ts';
export { World, type WorldOptions } from './world.ts';
