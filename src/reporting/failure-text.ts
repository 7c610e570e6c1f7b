import { plural } from './counting.ts';
import { sanitiseLines } from './sanitise.ts';
import type { JudgedRequirement } from './verdict.ts';
import { viewsOf } from './view.ts';

/** A rule can be broken in many answers; nobody reads a message of so many lines. */
const maxFindings = 5;

/** A longer line is read in `findings.md`. */
const maxLine = 900;

/**
 * The message of a test that did not hold, for a terminal: the claim, what was asked, expected and actual and how often, and how
 * to see it again; nothing of a payload.
 */
export const failureText = (requirement: JudgedRequirement): string => {
  const { id, claim, reason, findings, findingsOmitted = 0 } = requirement;
  const shown = viewsOf(requirement).slice(0, maxFindings);
  const more = findings.length - shown.length + findingsOmitted;
  const curl = findings.find((finding) => finding.curl !== undefined)?.curl;
  const lines = [
    claim,
    ...(reason === undefined ? [] : [reason]),
    ...shown.flatMap(({ asked, difference, drawn }) => [asked, `  ${difference}${drawn}`]),
    ...(more > 0 ? [`and ${plural(more, 'more finding')}`] : []),
    `Again: npx ramp-conformance run --only ${id}`,
    ...(curl === undefined || curl.length > maxLine ? [] : [`By hand: ${curl}`]),
  ];
  return sanitiseLines(lines.join('\n'));
};
