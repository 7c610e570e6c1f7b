import { join } from 'node:path';
import { compareFacts, driftText, factsOf, failsOnDrift } from '#baseline';
import { version } from '#client';
import type { JudgedPlan, TestReport, Traffic } from '#contract';
import { type Executor, judge, proofFile, type Results, readProof, type Verdict } from '#reporting';
import { applyWaivers } from '#waivers';
import { shardText } from '../merge/shard.ts';
import { moneyIn } from '../orders/orders.ts';
import { readInventory } from '../package/package.ts';
import { laterDay } from '../settings/waivers-choice.ts';
import type { RunChoices } from './run-choices.ts';

/** The end of a run, before it is judged. */
export interface RunEnd {
  readonly reports: readonly TestReport[];
  readonly crashed: readonly string[];
  readonly interrupted: boolean;
  /** Of several workers together; otherwise it follows from the reports. */
  readonly requests?: Traffic;
}

interface JudgedRun {
  readonly plan: JudgedPlan;
  readonly choices: RunChoices;
  readonly startedAt: Date;
}

type Part = Pick<Results, 'facts' | 'baseline' | 'waivers'> & { readonly failures: readonly string[] };

/** Each report counts what the worker had sent until then. */
export const trafficOf = (reports: readonly TestReport[]): Traffic => {
  const greatest = (name: keyof Traffic) => Math.max(0, ...reports.map(({ traffic }) => traffic[name]));
  return { sent: greatest('sent'), retried: greatest('retried'), rateLimited: greatest('rateLimited') };
};

const againstBaseline = ({ plan, choices }: JudgedRun, { reports, interrupted }: RunEnd): Part => {
  const { baseline, selected, recording } = choices;
  // A baseline holds what the same requests show each time.
  if (recording !== undefined) return { failures: [] };
  const { target, profile } = plan;
  const facts = factsOf(reports, target.facts, { ...target.given, profile });
  if (baseline === undefined) return { facts, failures: [] };
  const narrowed = selected !== undefined || interrupted;
  const changes = compareFacts(baseline.facts, facts, { narrowed });
  const failures = failsOnDrift(changes)
    ? [`drift from the baseline ${baseline.name}: ${driftText(changes)}`]
    : [];
  return { facts, baseline: { name: baseline.name, changes: [...changes] }, failures };
};

const againstWaivers = ({ plan, choices, startedAt }: JudgedRun, { reports }: RunEnd): Part => {
  const { waivers } = choices;
  if (waivers === undefined) return { failures: [] };
  const target = plan.target.label;
  const day = laterDay(startedAt, reports);
  const { standings, covers, failures } = applyWaivers({ waivers, target, ...day, reports });
  return { waivers: { given: [...standings], covers }, failures };
};

/** What a rule across endpoints could not show without those that the user leaves out is not the service's doing. */
const excused = ({ partly }: RunChoices, reports: RunEnd['reports']): RunEnd['reports'] => {
  if (partly === undefined) return reports;
  return reports.map((report) => {
    const why = partly.get(report.requirement);
    const { untested } = report;
    if (why === undefined || untested?.by !== 'service') return report;
    return { ...report, untested: { by: 'user', reason: `${untested.reason}; ${why}` } };
  });
};

export const judgeRun = (run: JudgedRun, ended: RunEnd): Verdict => {
  const { plan, choices, startedAt } = run;
  const end = { ...ended, reports: excused(choices, ended.reports) };
  const { reports, crashed, interrupted, requests = trafficOf(reports) } = end;
  const { gate, selected, leftOut, required, shard, recording } = choices;
  const { failures: drift, ...baseline } = againstBaseline(run, end);
  const { failures: spent, ...waivers } = againstWaivers(run, end);
  const otherFailures = [...spent, ...drift];
  return judge({
    reports,
    plan,
    startedAt,
    endedAt: new Date(),
    requests,
    interrupted,
    gate,
    crashed,
    ...(selected && { selected }),
    ...(leftOut && { leftOut }),
    ...(required && { required }),
    ...(shard && { shard: shardText(shard) }),
    ...(recording && { recording }),
    harnessVersion: version,
    ...(plan.ledger && { money: moneyIn(plan.ledger) }),
    ...baseline,
    ...waivers,
    ...(otherFailures.length > 0 && { otherFailures }),
  });
};

export const resultsDirIn = (directory: string): string => join(directory, 'allure-results');

/** Facts that reports show besides the run: the proof of the checks, the packages of the harness, the job of a CI. */
export const additionsTo = (directory: string, executor?: Executor) => {
  const [proof, inventory] = [readProof(join(directory, proofFile)), readInventory()];
  return { ...(proof && { proof }), ...(inventory && { inventory }), ...(executor && { executor }) };
};
