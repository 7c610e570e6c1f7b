// Known deviations that somebody answers for, until a day: read from a file, applied to the findings of a run,
// and never broader than one finding.

export {
  applyWaivers,
  daysBetween,
  draftWaivers,
  expiringDays,
  parseWaivers,
  readWaivers,
  type Waiver,
  type WaiversInRun,
} from './waivers.ts';
