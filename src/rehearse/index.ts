/** Tries a client of the service, a user's command, under everything that a right service may do. */
export { type ChosenVariations, chooseLapses, chooseVariations, headingOf, type Lapse } from './choice.ts';
export { boundOf, jobMark, type PartResult, type Rehearsal, rehearse, type Try } from './rehearsal.ts';
export {
  breaksOf,
  exitCodeOf,
  kindOf,
  rehearsalData,
  rehearsalJUnit,
  rehearsalPage,
  rehearsalText,
  triedIn,
} from './rehearsal-report.ts';
export { reliancesOf } from './reliances.ts';
