// Accepted deviations with an owner and a last day: read from a file and applied to single findings of a run.

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
