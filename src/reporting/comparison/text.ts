import { driftCounts } from '#baseline';
import { plural } from '../counting.ts';
import { sanitiseLines } from '../sanitise.ts';
import { findingText } from '../view.ts';
import type { Comparison, RequirementDifference } from './compare.ts';

/** The groups of a comparison in the order in which a reader needs them. */
export const groups = [
  ['newlyDeviating', 'Newly deviating'],
  ['lost', 'Lost: judged before, not judged now'],
  ['fixed', 'Fixed'],
  ['gained', 'Gained: not judged before, judged now without a deviation'],
  ['drifting', 'Newly different from what the document only shows'],
] as const satisfies readonly (readonly [keyof Comparison, string])[];

export const unknown = 'not in that version';

/** `conforms -> deviates`. */
const changeText = ({ before, after }: RequirementDifference): string =>
  `${before ?? unknown} -> ${after ?? unknown}`;

/** The details of one difference besides its claim. */
export const detailsOf = ({ findings, reason }: RequirementDifference): readonly string[] => [
  ...findings.map(findingText),
  ...(findings.length === 0 && reason !== undefined ? [reason] : []),
];

const lines = (difference: RequirementDifference): readonly string[] => [
  `  ${difference.id}: ${changeText(difference)}`,
  `    ${difference.claim}`,
  ...detailsOf(difference).map((detail) => `    ${detail}`),
];

/** How many of each, in one line. */
export const summaryOf = ({ newlyDeviating, lost, fixed, gained, drifting, facts }: Comparison): string =>
  `${newlyDeviating.length} newly deviating, ${lost.length} lost, ${fixed.length} fixed, ${gained.length} gained, ${drifting.length} newly drifting; observed facts: ${driftCounts(facts)}`;

/** A comparison for a console. */
export const comparisonText = (comparison: Comparison): string => {
  const parts = groups.flatMap(([key, title]) =>
    comparison[key].length === 0
      ? []
      : [
          `${title} (${plural(comparison[key].length, 'requirement')})`,
          ...comparison[key].flatMap(lines),
          '',
        ],
  );
  const facts = comparison.facts.map(
    ({ class: drift, endpoint, fact, accepted, met: actual }) =>
      `  ${drift}  ${endpoint}  ${fact}: ${accepted} -> ${actual}`,
  );
  return [
    ...parts,
    ...(facts.length > 0 ? ['Observed facts that changed', ...facts, ''] : []),
    `${comparison.before.target.label} (${comparison.before.verdict}) -> ${comparison.after.target.label} (${comparison.after.verdict}): ${summaryOf(comparison)}`,
  ]
    .map(sanitiseLines)
    .join('\n');
};
