// The first and last run that saw each finding.
import { findingId } from './finding.ts';
import type { RunLine } from './kept-run.ts';
import type { JudgedFinding, Verdict } from './verdict.ts';

export type Sight = NonNullable<JudgedFinding['firstSeen']>;

const sightOf = ({ startedAt: at, release }: Pick<RunLine, 'startedAt' | 'release'>): Sight => ({ at, release });

const wasTested = ({ outcomes }: RunLine, requirement: string): boolean =>
  !outcomes.some(
    ({ outcome, requirements }) => ['untested', 'no-result'].includes(outcome) && requirements.includes(requirement),
  );

/** Every finding of the runs with its first and last sight. The runs are sorted, the oldest first. */
export const seenIn = (runs: readonly RunLine[]) => {
  const seen = new Map<
    string,
    { finding: RunLine['findings'][number]; first: Sight; last: Sight; now?: boolean | undefined }
  >();
  const latest = runs.at(-1);
  for (const run of runs)
    for (const finding of run.findings) {
      // An earlier version gave each key of a map an id of its own.
      const id = findingId(finding.requirement, finding);
      const [sight, known] = [sightOf(run), seen.get(id)];
      const tested = latest && wasTested(latest, finding.requirement);
      seen.set(id, {
        finding,
        first: known?.first ?? sight,
        last: sight,
        /** True if the latest run has the finding; undefined if that run did not test the requirement. */
        now: tested ? run === latest : undefined,
      });
    }
  return [...seen.values()];
};

/** Adds to each finding when it was first seen: in an earlier run of the target, or now. */
export const withFirstSeen = (verdict: Verdict, runs: readonly RunLine[]): Verdict => {
  const earlier = runs.filter(({ runId }) => runId !== verdict.runId);
  const known = new Map(seenIn(earlier).map(({ finding, first }) => [findingId(finding.requirement, finding), first]));
  return {
    ...verdict,
    requirements: verdict.requirements.map((requirement) => ({
      ...requirement,
      findings: requirement.findings.map((finding) => ({
        ...finding,
        firstSeen: known.get(findingId(requirement.id, finding)) ?? sightOf(verdict),
      })),
    })),
  };
};
