import type { TestReport } from '#contract';
import { findingText, type JudgedFinding, type JudgedRequirement, type Verdict } from '#reporting';
import { exitCode } from '../command.ts';

/** The end of a replay, as a sentence around the name of the target. */
export interface ReplayOutcome {
  readonly state: string;
  readonly more?: string;
  readonly code: number;
}

export const fixed: ReplayOutcome = { state: 'fixed', code: exitCode.done };

export const unplayable = (why: string): ReplayOutcome => ({
  state: 'cannot be replayed',
  more: `: ${why}`,
  code: exitCode.inconclusive,
});

const deviating = (state: string, more: string): ReplayOutcome => ({ state, more, code: exitCode.deviates });

export interface FoundBefore {
  readonly requirement: JudgedRequirement;
  readonly finding: JudgedFinding & { readonly id: string };
}

const isNamed = (finding: JudgedFinding): finding is JudgedFinding & { id: string } =>
  finding.id !== undefined;

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
  if (same) return deviating('still there', `: ${findingText(same)}`);
  const [other] = judged?.findings ?? [];
  if (other) return deviating('still deviates', `, in another way: ${findingText(other)}`);
  const report = reports.find((each) => each.requirement === requirement.id);
  if (report === undefined) return unplayable(judged?.reason ?? 'its test did not run');
  const { untested, broken, judgements, observations } = report;
  if (untested !== undefined) return unplayable(untested.reason);
  if (broken) return unplayable(`${broken.code}: ${broken.message}`);
  if (judgements + observations.length > 0) return fixed;
  return unplayable('the case was not judged: it is no such case for this service');
};
