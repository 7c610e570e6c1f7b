// Decides the outcome of each requirement and of the run, and makes the verdict.
import {
  catalogueVersion,
  documentVersion,
  type Firmness,
  type Requirement,
  type RequirementId,
  requirementOf,
  requirements,
  riskOfFinding,
} from '#contract';
import { driftClasses, type WrittenFacts } from '#facts';
import {
  type Finding,
  failureReason,
  type GatheredReports,
  type JudgedPlan,
  type Outcome,
  type Reason,
  type ReasonCode,
  reasonOf,
  reported,
  type TestReport,
  type Traffic,
} from '#run';
import { verdictFormat } from './earlier-form.ts';
import { findingId, mergeFindings, typedId } from './finding.ts';
import { headlineOf } from './headline.ts';
import { countsOf, coverageOf, decide, leadOf } from './outcomes.ts';
import { groupBy, shorten } from './text.ts';
import {
  type BaselineComparison,
  described,
  type Gate,
  type JudgedFinding,
  type JudgedRequirement,
  type KnownWaiver,
  type MoneyOperations,
  type Parties,
  type RecordingSummary,
  type Verdict,
} from './verdict.ts';

/** The end of a run as its judge takes it: the reports of the tests, and all that decides what they mean. */
export interface Results extends Omit<GatheredReports, 'startedAt' | 'requests'> {
  readonly plan: JudgedPlan;
  readonly startedAt: string | Date;
  readonly endedAt: string | Date;
  readonly requests: Traffic;
  readonly gate: Gate;
  /** The version under test, as its vendor calls it. */
  readonly release?: string | undefined;
  readonly report?: Parties | undefined;
  /** The requirements to which the run was narrowed; undefined means all. */
  readonly selected?: ReadonlySet<RequirementId> | undefined;
  /** Requirements that the user leaves out for good, each with the reason that the reports give. */
  readonly leftOut?: ReadonlyMap<RequirementId, string> | undefined;
  /** Requirements that must be tested. */
  readonly required?: ReadonlySet<RequirementId> | undefined;
  /** Those of them that were named by their own id: of these every kind must be tested. */
  readonly requiredWhole?: ReadonlySet<RequirementId> | undefined;
  /** The size of the recording, where one is judged and nothing was sent. */
  readonly recording?: RecordingSummary | undefined;
  readonly harnessVersion: string;
  readonly waivers?: {
    /** All that the run was given, each with its state. */
    readonly given: readonly KnownWaiver[];
    /** Id of the waiver that covers a finding. */
    readonly covers: (requirement: RequirementId, finding: Finding) => string | undefined;
  };
  /** Observed facts, for the baseline. */
  readonly facts?: WrittenFacts;
  readonly baseline?: BaselineComparison;
  /** Failures of the gate other than requirements: stale or expired waivers, drift from a baseline that breaks clients. */
  readonly otherFailures?: readonly string[];
  /** Orders by the ledger; without one none was sent. */
  readonly money?: MoneyOperations;
}

const toTime = (moment: string | Date): string => new Date(moment).toISOString();

/** Leaving requirements out for good does not narrow a run: the next one leaves them out too. */
export function isNarrowed({ selected, leftOut }: Pick<Results, 'selected' | 'leftOut'>): boolean {
  return selected !== undefined && requirements.some(({ id }) => !selected.has(id) && !leftOut?.has(id));
}

const changedIn = ({ changes }: BaselineComparison) =>
  Object.fromEntries(
    driftClasses.map((drift) => [drift, changes.filter((change) => change.class === drift).length]),
  ) as NonNullable<Verdict['changed']>;

const describeRun = (results: Results) => {
  const { reports, plan, waivers, facts, required, requiredWhole, otherFailures = [], crashed, recording } = results;
  const { label, environment, embedded, money, readOnly, quiet } = plan.target;
  const { sent, retried, rateLimited, controls, longListings, away, gone, answers } = results.requests;
  const sending = {
    permissions: { money: money === true ? (true as const) : shorten(money, 300), readOnly, quiet },
    money: results.money ?? { source: 'ledger' as const, operations: [] },
  };
  return {
    format: verdictFormat,
    ...(recording ? { passive: true as const, recording: { ...recording } } : {}),
    target: { label: shorten(label, 200), environment, embedded },
    release: results.release && shorten(results.release, 60),
    report: results.report,
    runId: typedId([label, results.startedAt, plan.seed]),
    harness: { version: results.harnessVersion, catalogue: catalogueVersion },
    document: { version: documentVersion },
    profile: plan.profile,
    gate: results.gate,
    seed: plan.seed,
    startedAt: toTime(results.startedAt),
    endedAt: toTime(results.endedAt),
    cases: reports.reduce((sum, { cases = 0 }) => sum + cases, 0),
    requests: { sent, retried, rateLimited, longListings, controls, away, gone: gone && shorten(gone, 200) },
    answers: answers?.map(({ requests, ...each }) => ({
      ...each,
      ...(requests && { requests: requests.map((one) => shorten(one, 300)) }),
    })),
    ...(recording ? {} : sending),
    interrupted: results.interrupted || undefined,
    crashed: crashed.length > 0 ? crashed.map((file) => shorten(file, 200)) : undefined,
    waivers: waivers && [...waivers.given],
    required: required && [...required],
    requiredWhole: requiredWhole && [...requiredWhole],
    narrowed: isNarrowed(results) || undefined,
    facts: facts && Object.keys(facts).length > 0 ? facts : undefined,
    baseline: results.baseline,
    changed: results.baseline && changedIn(results.baseline),
    otherFailures: otherFailures.length > 0 ? otherFailures.map((each) => shorten(each, 400)) : undefined,
  };
};

/** How a call ended that judged nothing: refused, or without a result for another reason. */
export interface Unjudged {
  readonly verdict: 'refused' | 'inconclusive';
  readonly exitCode: number;
  readonly why: string;
}

export function unjudgedVerdict(ended: Unjudged, harnessVersion: string, now: Date): Verdict {
  const { verdict, exitCode } = ended;
  const unjudged: Verdict = {
    format: verdictFormat,
    verdict,
    exitCode,
    target: { label: 'none', environment: 'sandbox', embedded: false },
    harness: { version: harnessVersion },
    document: { version: documentVersion },
    profile: 'gate',
    gate: 'implied',
    seed: 0,
    startedAt: now.toISOString(),
    endedAt: now.toISOString(),
    counts: countsOf([]),
    coverage: coverageOf([], 'implied'),
    requests: { sent: 0, retried: 0, rateLimited: 0 },
    refusal: shorten(ended.why, 2_000),
    requirements: [],
  };
  return { ...unjudged, headline: headlineOf(unjudged) };
}

/** The outcome of a difference, by the level of the requirement. */
const differences: Readonly<Record<Firmness, Outcome>> = {
  stated: 'deviates',
  implied: 'deviates',
  shown: 'drifts',
  silent: 'observed',
};

/** An outcome, and why there is none where nothing was judged. */
interface Ruling {
  readonly outcome: Outcome;
  readonly reasons?: readonly Reason[];
}

/** A fact answers an open question; a promise needs an answer that could have broken it. */
const judgedNothing = (firmness: Firmness, { judgements, observations }: TestReport): boolean =>
  judgements === 0 && (firmness !== 'silent' || observations.length === 0);

/** The ruling where no difference was found: the claim holds, or there is a reason why it was not proved. */
const ruleUncontested = (firmness: Firmness, reports: readonly TestReport[]): Ruling => {
  const why = reports.flatMap(({ reasons = [] }) => (reasons.length > 0 ? [reasons] : []));
  const failure = why.find(([first]) => first?.failed);
  if (failure) return { outcome: 'no-result', reasons: failure };
  if (why[0]) return { outcome: 'untested', reasons: why[0] };
  if (reports.some((report) => judgedNothing(firmness, report)))
    return {
      outcome: 'no-result',
      reasons: [failureReason('JUDGED_NOTHING', 'the test ended without judging an answer')],
    };
  return { outcome: firmness === 'silent' ? 'observed' : 'conforms' };
};

const without = (outcome: 'untested' | 'no-result', code: ReasonCode, reason: string): Ruling => ({
  outcome,
  reasons: [reasonOf(code, reason)],
});

/** The ruling where no test reported on the requirement. */
const ruleAbsent = (id: RequirementId, { selected, leftOut, crashed, interrupted }: Circumstances): Ruling => {
  const why = leftOut?.get(id);
  if (why !== undefined) return without('untested', 'LEFT_OUT', why);
  if (selected && !selected.has(id)) return without('untested', 'NOT_SELECTED', 'left out by --only');
  if (interrupted) return without('no-result', 'INTERRUPTED', 'the run was interrupted before its test');
  const fallen = crashed.length > 0 ? `; the run did not reach its end: ${crashed.join(', ')}` : '';
  return without('no-result', 'NO_TEST_RAN', `no test of it ran${fallen}`);
};

/** Most reasons that are kept of one requirement. */
const maxReasons = 8;

/** The reason that is reported, and all of them in their order. */
const whyIn = ({ outcome, reasons = [] }: Ruling) => {
  const why = reported(reasons);
  if (why === undefined) return {};
  const { code, by, reason, lacks, values } = why;
  return {
    reason: shorten(outcome === 'no-result' ? leadOf(code) + reason : reason, 600),
    untestedBy: outcome === 'untested' ? by : undefined,
    lacks: lacks && [...lacks],
    values: values && [...values],
    code,
    reasons: reasons.slice(0, maxReasons).map((each) => ({
      code: each.code,
      by: each.by,
      reason: shorten(each.reason, 600),
      operation: each.operation,
      lacks: each.lacks && [...each.lacks],
      see: each.see && [...each.see],
    })),
  };
};

const requestsIn = (reports: readonly TestReport[]): JudgedRequirement['requests'] => {
  const all = reports.flatMap(({ requests = [] }) => requests);
  if (all.length === 0) return undefined;
  const lines = all.flatMap((each) => each.lines.map((line) => shorten(line, 300)));
  return { answered: all.reduce((sum, each) => sum + each.answered, 0), ...(lines.length > 0 && { lines }) };
};

/** Of what was judged: what has no result rests on nothing. */
const blockedOf = ({ outcome }: Ruling, reports: readonly TestReport[]): Pick<JudgedRequirement, 'blocked'> => {
  const blocked = reports.flatMap((report) => report.blocked ?? []);
  return outcome === 'conforms' && blocked.length > 0 ? { blocked } : {};
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

/** Adds the risk, and the id and the seed by which a reader can replay the finding; a recorded request cannot be sent again. */
const withReplay = (requirement: RequirementId, finding: JudgedFinding, run: Circumstances): JudgedFinding => {
  const risk = riskOfFinding(requirement, finding.code);
  if (run.recording) return { ...finding, risk };
  const id = findingId(requirement, finding);
  return { id, ...finding, risk, replay: finding.replay ?? { requirement, seed: run.plan.seed } };
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
  const { id, firmness } = requirement;
  const marked = reports
    .flatMap(({ findings }) => findings)
    .map((finding) => ({ ...finding, waiver: results.waivers?.covers(id, finding) }));
  const { findings, omitted } = mergeFindings(marked);
  const ruling = ((): Ruling => {
    if (reports.length === 0) return ruleAbsent(id, results);
    if (marked.length === 0) return ruleUncontested(firmness, reports);
    return { outcome: marked.every(({ waiver }) => waiver !== undefined) ? 'waived' : differences[firmness] };
  })();
  const observations = observationsIn(reports);
  const times = reports.flatMap(({ durationMs }) => durationMs ?? []);
  return {
    ...described(requirement),
    outcome: ruling.outcome,
    ...whyIn(ruling),
    ...blockedOf(ruling, reports),
    requests: requestsIn(reports),
    durationMs: times.length === 0 ? undefined : times.reduce((sum, each) => sum + each),
    findings: findings.map((finding) => withReplay(id, finding, results)),
    findingsOmitted: omitted > 0 ? omitted : undefined,
    observations: observations.length > 0 ? observations : undefined,
  };
};

/** The outcome of a requirement by its own test: without waivers, a baseline or the rest of a run. */
export function judgeAlone(report: TestReport, plan: JudgedPlan): JudgedRequirement {
  return judgeRequirement(requirementOf(report.requirement), [report], { plan, crashed: [], interrupted: false });
}

/** Decides the outcome of every requirement and of the run. */
export function judge(results: Results): Verdict {
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
}
