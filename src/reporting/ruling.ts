import type { Firmness, Outcome, RequirementId, TestReport, UntestedBy } from '#contract';
import type { Results } from './results.ts';

/** The outcome of a difference, by how firmly the document speaks. */
export const differences: Readonly<Record<Firmness, Outcome>> = {
  stated: 'deviates',
  implied: 'deviates',
  shown: 'drifts',
  silent: 'observed',
};

export interface Ruling {
  readonly outcome: Outcome;
  readonly untestedBy?: UntestedBy;
  readonly reason?: string;
}

/** A fact answers an open question; a promise needs an answer that could have broken it. */
const judgedNothing = (firmness: Firmness, { judgements, observations }: TestReport): boolean =>
  judgements === 0 && (firmness !== 'silent' || observations.length === 0);

/** The ruling where no difference was found: the claim holds, or there is a reason why it was not proved. */
export const ruleUncontested = (firmness: Firmness, reports: readonly TestReport[]): Ruling => {
  const broken = reports.find((report) => report.broken !== undefined)?.broken;
  if (broken) return { outcome: 'broken', reason: `${broken.code}: ${broken.message}` };
  const untested = reports.find((report) => report.untested !== undefined)?.untested;
  if (untested !== undefined)
    return { outcome: 'untested', reason: untested.reason, untestedBy: untested.by };
  if (reports.some((report) => judgedNothing(firmness, report)))
    return { outcome: 'broken', reason: 'JUDGED_NOTHING: the test ended without judging an answer' };
  return { outcome: firmness === 'silent' ? 'observed' : 'conforms' };
};

/** The ruling where no test reported on the requirement. */
export const ruleAbsent = (
  id: RequirementId,
  { selected, leftOut, shard, crashed, interrupted }: Results,
): Ruling => {
  const why = leftOut?.get(id);
  if (why !== undefined) return { outcome: 'untested', reason: why, untestedBy: 'user' };
  if (selected && !selected.has(id))
    return {
      outcome: 'untested',
      reason: shard ? `not in shard ${shard}` : 'left out by --only',
      untestedBy: 'user',
    };
  if (interrupted) return { outcome: 'unproven', reason: 'the run was interrupted before its test' };
  const fallen = crashed.length > 0 ? `; these test files crashed: ${crashed.join(', ')}` : '';
  return { outcome: 'unproven', reason: `no test of it ran${fallen}` };
};
