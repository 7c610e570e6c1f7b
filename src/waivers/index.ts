// Known deviations that somebody answers for, until a day: read from a file, applied to the findings of a run,
// and never broader than one finding.

export { applyWaivers, type WaiversInRun } from './apply.ts';
export { draftWaivers } from './draft.ts';
export { parseWaivers, readWaivers } from './read.ts';
export { daysBetween, expiringDays, type Waiver } from './rules.ts';
