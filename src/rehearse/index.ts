/** Rehearsals: a client of the service runs as a command of the user, under every allowed variation. */
export { kindOf } from './alike.ts';
export { type ChosenVariations, chooseLapses, chooseVariations, headingOf, type Lapse } from './choice.ts';
export { outputLines, tellingLines } from './client-output.ts';
export {
  type Break,
  boundOf,
  type Forecast,
  jobMark,
  type PartResult,
  type Rehearsal,
  rehearse,
  type Try,
} from './rehearsal.ts';
export {
  breaksOf,
  exitCodeOf,
  foundIn,
  rehearsalData,
  rehearsalJUnit,
  rehearsalPage,
  rehearsalText,
  triedIn,
} from './rehearsal-report.ts';
export { reliancesOf } from './reliances.ts';
export { withoutValue } from './sightings.ts';
