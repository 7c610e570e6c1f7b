import { compareFacts, driftCounts, type FactChange } from '#baseline';
import type { Firmness, Outcome } from '#contract';
import { plural } from '../counting.ts';
import { wasExecuted } from '../gate.ts';
import { sanitiseLines } from '../sanitise.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from '../verdict.ts';
import { findingText } from '../view.ts';

/** A requirement of which two runs say different things. */
export interface RequirementDifference {
  readonly id: string;
  readonly claim: string;
  readonly firmness: Firmness;
  /** Left out where the run did not know the requirement. */
  readonly before?: Outcome;
  readonly after?: Outcome;
  readonly reason?: string;
  /** Findings of the later run that the earlier one did not have. */
  readonly findings: readonly JudgedFinding[];
}

/** A run as far as a reader of a comparison has to know it. */
type ComparedRun = Pick<
  Verdict,
  'verdict' | 'target' | 'document' | 'harness' | 'profile' | 'gate' | 'endedAt' | 'counts'
>;

/** The groups of a comparison in the order in which a reader needs them. */
export const groups = [
  ['newlyDeviating', 'Newly deviating'],
  ['lost', 'Lost: judged before, not judged now'],
  ['fixed', 'Fixed'],
  ['gained', 'Gained: not judged before, judged now without a deviation'],
  ['drifting', 'Newly different from what the document only shows'],
] as const;

type Group = (typeof groups)[number][0];

/** The changes from one run to another. */
export interface Comparison extends Readonly<Record<Group, readonly RequirementDifference[]>> {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Changes of observed facts, also of those that were never promised. */
  readonly facts: readonly FactChange[];
}

const deviating: ReadonlySet<Outcome | undefined> = new Set<Outcome>(['deviates', 'waived']);
const wasJudged = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && wasExecuted({ outcome });

const sideOf = (run: Verdict): ComparedRun => {
  const { verdict, target, document, harness, profile, gate, endedAt, counts } = run;
  return { verdict, target, document, harness, profile, gate, endedAt, counts };
};

const differenceOf = (
  before: JudgedRequirement | undefined,
  after: JudgedRequirement | undefined,
): RequirementDifference => {
  const { id, claim, firmness } = (after ?? before) as JudgedRequirement;
  const known = new Set(before?.findings.map((finding) => finding.id));
  return {
    id,
    claim,
    firmness,
    ...(before ? { before: before.outcome } : {}),
    ...(after ? { after: after.outcome } : {}),
    ...(after?.reason === undefined ? {} : { reason: after.reason }),
    findings: (after?.findings ?? []).filter((finding) => finding.id === undefined || !known.has(finding.id)),
  };
};

const groupOf = ({ before, after, findings }: RequirementDifference): Group | undefined => {
  if (after === 'deviates' && (before !== 'deviates' || findings.length > 0)) return 'newlyDeviating';
  if (wasJudged(before) && !wasJudged(after)) return 'lost';
  if (deviating.has(before) && !deviating.has(after)) return 'fixed';
  if (after === 'drifts' && (before !== 'drifts' || findings.length > 0)) return 'drifting';
  return !wasJudged(before) && wasJudged(after) && !deviating.has(after) ? 'gained' : undefined;
};

/** Compares two verdicts, the earlier one first. */
export const compareVerdicts = (earlier: Verdict, later: Verdict): Comparison => {
  const before = new Map(earlier.requirements.map((each) => [each.id, each]));
  const after = new Map(later.requirements.map((each) => [each.id, each]));
  const all = [...new Set([...after.keys(), ...before.keys()])].map((id) =>
    differenceOf(before.get(id), after.get(id)),
  );
  const of = (group: Group) => all.filter((difference) => groupOf(difference) === group);
  const narrowed = later.narrowed === true || later.interrupted === true;
  return {
    before: sideOf(earlier),
    after: sideOf(later),
    newlyDeviating: of('newlyDeviating'),
    lost: of('lost'),
    fixed: of('fixed'),
    gained: of('gained'),
    drifting: of('drifting'),
    facts: compareFacts(earlier.facts ?? {}, later.facts ?? {}, { narrowed }),
  };
};

/** Whether an upgrade took something away: a promise that was kept, or the proof of it. */
export const isWorse = ({ newlyDeviating, lost }: Comparison): boolean =>
  newlyDeviating.length > 0 || lost.length > 0;

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
