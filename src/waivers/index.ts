// Known deviations that somebody answers for, until a day: read from a file, applied to the findings of a run,
// and never broader than one finding.

export { applyWaivers, draftWaivers, type WaiversInRun } from './apply.ts';
export { daysBetween, expiringDays, parseWaivers, readWaivers, type Waiver } from './file.ts';
