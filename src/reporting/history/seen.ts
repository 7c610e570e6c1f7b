import { findingId } from '../merged-findings.ts';
import type { JudgedFinding, Verdict } from '../verdict.ts';
import type { RunLine } from './line.ts';

/** When a run was, and of which release. */
type Sight = NonNullable<JudgedFinding['firstSeen']>;

/** A finding over the kept runs of a target. */
export interface SeenFinding {
  readonly finding: RunLine['findings'][number];
  readonly first: Sight;
  readonly last: Sight;
  /** True where the latest run has it; undefined where that run did not test its requirement. */
  readonly now: boolean | undefined;
}

const sightOf = ({ startedAt: at, release }: Pick<RunLine, 'startedAt' | 'release'>): Sight =>
  release === undefined ? { at } : { at, release };

const wasTested = ({ outcomes }: RunLine, requirement: string): boolean =>
  !outcomes.some(
    ({ outcome, requirements }) =>
      ['untested', 'broken', 'unproven'].includes(outcome) && requirements.includes(requirement),
  );

/** Every finding of the runs, the oldest first, with its first and last sight. */
export const seenIn = (runs: readonly RunLine[]): readonly SeenFinding[] => {
  const seen = new Map<string, SeenFinding>();
  const latest = runs.at(-1);
  for (const run of runs)
    for (const finding of run.findings) {
      const [sight, known] = [sightOf(run), seen.get(finding.id)];
      const tested = latest && wasTested(latest, finding.requirement);
      seen.set(finding.id, {
        finding,
        first: known?.first ?? sight,
        last: sight,
        now: tested ? run === latest : undefined,
      });
    }
  return [...seen.values()];
};

/** Says of each finding when it was first seen: in one of the earlier runs of the target, or now. */
export const withFirstSeen = (verdict: Verdict, runs: readonly RunLine[]): Verdict => {
  const earlier = runs.filter(({ runId }) => runId !== verdict.runId);
  const known = new Map(seenIn(earlier).map(({ finding, first }) => [finding.id, first]));
  return {
    ...verdict,
    requirements: verdict.requirements.map((requirement) => ({
      ...requirement,
      findings: requirement.findings.map((finding) => ({
        ...finding,
        firstSeen: known.get(finding.id ?? findingId(requirement.id, finding)) ?? sightOf(verdict),
      })),
    })),
  };
};
