// Known deviations that somebody answers for, until a day: read from a file, held against what a run met, and
// never broader than one finding.

export {
  accountFor,
  type WaiverAccount,
  type WaiverStanding,
  type WaiverState,
  type WaiversInRun,
} from './desk.ts';
export { renderWaiverSchema, type Waiver } from './form.ts';
export { brokenLine, lineAt, linesOf } from './lines.ts';
export { parseWaivers, readWaivers, UnusableWaivers } from './read.ts';
export { daysBetween } from './rules.ts';
