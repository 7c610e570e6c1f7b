import {
  type Firmness,
  type JudgedPlan,
  type Lack,
  type Outcome,
  type Requirement,
  type RequirementId,
  requirementOf,
  requirements,
  type TestReport,
  type UntestedBy,
} from '#contract';
import { groupBy } from './counting.ts';
import { countsOf, coverageOf, decide } from './decide.ts';
import { headlineOf } from './headline.ts';
import { findingId, mergeFindings } from './merged-findings.ts';
import { describeRun, type Results } from './run.ts';
import { shorten } from './sanitise.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from './verdict.ts';

/** The outcome of a difference, by how firmly the document speaks. */
const differences: Readonly<Record<Firmness, Outcome>> = {
  stated: 'deviates',
  implied: 'deviates',
  shown: 'drifts',
  silent: 'observed',
};

interface Ruling {
  readonly outcome: Outcome;
  readonly untestedBy?: UntestedBy;
  readonly reason?: string;
  readonly lacks?: readonly Lack[] | undefined;
  readonly code?: string | undefined;
}

/** A fact answers an open question; a promise needs an answer that could have broken it. */
const judgedNothing = (firmness: Firmness, { judgements, observations }: TestReport): boolean =>
  judgements === 0 && (firmness !== 'silent' || observations.length === 0);

const brokenBy = ({ code, message }: NonNullable<TestReport['broken']>): Ruling => ({
  outcome: 'broken',
  reason: `${code}: ${message}`,
  code,
});

/** The ruling where no difference was found: the claim holds, or there is a reason why it was not proved. */
const ruleUncontested = (firmness: Firmness, reports: readonly TestReport[]): Ruling => {
  const broken = reports.find((report) => report.broken !== undefined)?.broken;
  if (broken) return brokenBy(broken);
  const untested = reports.find((report) => report.untested !== undefined)?.untested;
  if (untested !== undefined) {
    const { by, ...why } = untested;
    return { outcome: 'untested', untestedBy: by, ...why };
  }
  if (reports.some((report) => judgedNothing(firmness, report)))
    return brokenBy({ code: 'JUDGED_NOTHING', message: 'the test ended without judging an answer' });
  return { outcome: firmness === 'silent' ? 'observed' : 'conforms' };
};

const untestedByUser = (reason: string): Ruling => ({ outcome: 'untested', reason, untestedBy: 'user' });

/** The ruling where no test reported on the requirement. */
const ruleAbsent = (id: RequirementId, { selected, leftOut, crashed, interrupted }: Circumstances): Ruling => {
  const why = leftOut?.get(id);
  if (why !== undefined) return untestedByUser(why);
  if (selected && !selected.has(id)) return untestedByUser('left out by --only');
  if (interrupted) return { outcome: 'unproven', reason: 'the run was interrupted before its test' };
  const fallen = crashed.length > 0 ? `; these test files crashed: ${crashed.join(', ')}` : '';
  return { outcome: 'unproven', reason: `no test of it ran${fallen}` };
};

/** A walk through the whole space of rails shows fewer. */
const maxObservations = 64;

const observationsIn = (reports: readonly TestReport[]): NonNullable<JudgedRequirement['observations']> => {
  const observed = reports
    .flatMap(({ observations }) => observations)
    .map(({ operation, ...of }) => ({
      operation,
      situation: shorten(of.situation, 200),
      fact: shorten(of.fact, 300),
    }));
  const distinct = new Map(observed.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].slice(0, maxObservations);
};

const timeOf = (reports: readonly TestReport[]): number | undefined => {
  const times = reports.flatMap(({ durationMs }) => durationMs ?? []);
  return times.length === 0 ? undefined : times.reduce((sum, each) => sum + each);
};

/** Adds the id and the seed by which a reader can replay the finding; a recorded request cannot be sent again. */
const withReplay = (requirement: RequirementId, finding: JudgedFinding, run: Circumstances): JudgedFinding => {
  if (run.recording) return finding;
  const id = findingId(requirement, finding);
  return { id, ...finding, replay: finding.replay ?? { requirement, seed: run.plan.seed } };
};

/** The circumstances of a run that decide the outcome of a requirement, besides the reports on it. */
type Circumstances = Pick<
  Results,
  'plan' | 'waivers' | 'recording' | 'selected' | 'leftOut' | 'crashed' | 'interrupted'
>;

const judgeRequirement = (
  requirement: Requirement,
  reports: readonly TestReport[],
  results: Circumstances,
): JudgedRequirement => {
  const { id, firmness, section, endpoints, claim } = requirement;
  const marked = reports
    .flatMap(({ findings }) => findings)
    .map((finding) => ({ ...finding, waiver: results.waivers?.covers(id, finding) }));
  const { findings, omitted } = mergeFindings(marked);
  const { outcome, reason, untestedBy, lacks, code } = ((): Ruling => {
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
    lacks: lacks && [...lacks],
    code,
    durationMs: timeOf(reports),
    findings: findings.map((finding) => withReplay(id, finding, results)),
    findingsOmitted: omitted > 0 ? omitted : undefined,
    observations: observations.length > 0 ? observations : undefined,
  };
};

/** The outcome of a requirement by its own test: without waivers, a baseline or the rest of a run. */
export const judgeAlone = (report: TestReport, plan: JudgedPlan): JudgedRequirement =>
  judgeRequirement(requirementOf(report.requirement), [report], { plan, crashed: [], interrupted: false });

/** Decides the outcome of every requirement and of the run. */
export const judge = (results: Results): Verdict => {
  const byRequirement = groupBy(results.reports, ({ requirement }) => requirement);
  const judged = requirements.map((each) => judgeRequirement(each, byRequirement.get(each.id) ?? [], results));
  const run = {
    ...describeRun(results),
    counts: countsOf(judged),
    coverage: coverageOf(judged, results.gate),
    requirements: judged,
  };
  const decided = { ...run, ...decide(run, results.selected) };
  return { ...decided, headline: headlineOf(decided) };
};
