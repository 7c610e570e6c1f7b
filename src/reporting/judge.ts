import { type Requirement, type RequirementId, requirements, type TestReport } from '#contract';
import { groupBy } from './counting.ts';
import { countsOf, coverageOf } from './coverage.ts';
import { findingId, mergeFindings } from './findings.ts';
import { decide } from './gate.ts';
import type { Results } from './results.ts';
import { differences, type Ruling, ruleAbsent, ruleUncontested } from './ruling.ts';
import { describeRun } from './run.ts';
import { shorten } from './sanitise.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from './verdict.ts';

/** A walk through the whole space of rails shows fewer. */
const maxObservations = 64;

const observationsIn = (reports: readonly TestReport[]): NonNullable<JudgedRequirement['observations']> => {
  const observed = reports
    .flatMap(({ observations }) => observations)
    .map(({ operation, situation, fact }) => ({
      operation,
      situation: shorten(situation, 200),
      fact: shorten(fact, 300),
    }));
  return [...new Map(observed.map((each) => [JSON.stringify(each), each])).values()].slice(
    0,
    maxObservations,
  );
};

/** Adds the id and the seed by which a reader can replay the finding. */
const withReplay = (
  requirement: RequirementId,
  finding: JudgedFinding,
  { plan, recording }: Results,
): JudgedFinding =>
  // A recorded request cannot be sent again.
  recording
    ? finding
    : {
        id: findingId(requirement, finding),
        ...finding,
        replay: finding.replay ?? { requirement, seed: plan.seed },
      };

const judgeRequirement = (
  requirement: Requirement & { readonly id: RequirementId },
  reports: readonly TestReport[],
  results: Results,
): JudgedRequirement => {
  const { id, firmness, section, endpoints, claim } = requirement;
  const marked = reports
    .flatMap(({ findings }) => findings)
    .map((finding) => ({ ...finding, waiver: results.waivers?.covers(id, finding) }));
  const { findings, omitted } = mergeFindings(marked);
  const { outcome, reason, untestedBy } = ((): Ruling => {
    if (reports.length === 0) return ruleAbsent(id, results);
    if (marked.length === 0) return ruleUncontested(firmness, reports);
    return { outcome: marked.every(({ waiver }) => waiver !== undefined) ? 'waived' : differences[firmness] };
  })();
  const observations = observationsIn(reports);
  return {
    id,
    firmness,
    section,
    endpoints: [...endpoints],
    claim,
    outcome,
    reason: reason === undefined ? undefined : shorten(reason, 600),
    untestedBy,
    findings: findings.map((finding) => withReplay(id, finding, results)),
    findingsOmitted: omitted > 0 ? omitted : undefined,
    observations: observations.length > 0 ? observations : undefined,
  };
};

/** Decides the outcome of every requirement and of the run. */
export const judge = (results: Results): Verdict => {
  const byRequirement = groupBy(results.reports, ({ requirement }) => requirement);
  const judged = requirements.map((each) =>
    judgeRequirement(each, byRequirement.get(each.id) ?? [], results),
  );
  const run = {
    ...describeRun(results),
    counts: countsOf(judged),
    coverage: coverageOf(judged, results.gate),
    requirements: judged,
  };
  return { ...run, ...decide(run, results.selected) };
};
