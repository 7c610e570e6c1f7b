import type { TestReport } from '#contract';
import { findingText, type JudgedFinding, type JudgedRequirement, type Verdict } from '#reporting';

/** The end of a replay. */
export type ReplayOutcome =
  | { readonly kind: 'fixed' }
  | { readonly kind: 'still there'; readonly finding: JudgedFinding }
  /** The requirement deviates, and in another way. */
  | { readonly kind: 'another'; readonly finding: JudgedFinding }
  | { readonly kind: 'cannot be replayed'; readonly why: string };

export interface FoundBefore {
  readonly requirement: JudgedRequirement;
  readonly finding: JudgedFinding & { readonly id: string };
}

const isNamed = (finding: JudgedFinding): finding is JudgedFinding & { id: string } =>
  finding.id !== undefined;

/** Every finding of a verdict that has an id. */
export const namedFindings = ({ requirements }: Verdict): readonly FoundBefore[] =>
  requirements.flatMap((requirement) =>
    requirement.findings.filter(isNamed).map((finding) => ({ requirement, finding })),
  );

/** Compares the result of a replay with the finding; a test that judged nothing has shown nothing. */
export const outcomeOf = (
  { requirement, finding }: FoundBefore,
  { verdict, reports }: { readonly verdict: Verdict; readonly reports: readonly TestReport[] },
): ReplayOutcome => {
  const judged = verdict.requirements.find(({ id }) => id === requirement.id);
  const same = judged?.findings.find(({ id }) => id === finding.id);
  if (same) return { kind: 'still there', finding: same };
  const [other] = judged?.findings ?? [];
  if (other) return { kind: 'another', finding: other };
  const [report] = reports;
  if (report === undefined)
    return { kind: 'cannot be replayed', why: judged?.reason ?? 'its test did not run' };
  const { untested, broken, judgements, observations } = report;
  if (untested !== undefined) return { kind: 'cannot be replayed', why: untested.reason };
  if (broken) return { kind: 'cannot be replayed', why: `${broken.code}: ${broken.message}` };
  if (judgements + observations.length === 0)
    return {
      kind: 'cannot be replayed',
      why: 'the case was not judged: it is no such case for this service',
    };
  return { kind: 'fixed' };
};

/** Names the finding that is tried again. */
export const replayHeading = ({ requirement, finding }: FoundBefore): string =>
  [
    `Finding      ${finding.id}, ${requirement.firmness}: ${requirement.claim}`,
    `Requirement  ${requirement.id}`,
    `Was          ${findingText(finding)}`,
    ...(finding.case === undefined ? [] : [`Case         ${finding.case}`]),
    ...(finding.curl === undefined ? [] : [`By hand      ${finding.curl}`]),
    '',
  ].join('\n');

/** Says how it ended, and at which target. */
export const replayText = (outcome: ReplayOutcome, label: string): string => {
  switch (outcome.kind) {
    case 'fixed':
      return `fixed at ${label}`;
    case 'still there':
      return `still there at ${label}: ${findingText(outcome.finding)}`;
    case 'another':
      return `still deviates at ${label}, in another way: ${findingText(outcome.finding)}`;
    case 'cannot be replayed':
      return `cannot be replayed at ${label}: ${outcome.why}`;
  }
};
