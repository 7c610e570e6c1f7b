import { join } from 'node:path';
import { compareFacts, driftText, factsOf, failsOnDrift } from '#baseline';
import { version } from '#client';
import {
  endpointOf,
  type GatheredReports,
  isPromise,
  type JudgedPlan,
  type LedgerPlace,
  operationOf,
  type Plan,
  requirementOf,
  secretsOf,
  type TestReport,
} from '#contract';
import { openSession, runChecks, type TargetSession } from '#harness';
import { codeOf, isOfDisk } from '#lib';
import { baselineText, judge, plural, type Results, sanitise, unexplained, type Verdict } from '#reporting';
import { applyWaivers, type WaiversInRun } from '#waivers';
import type { CommandCall, Outlet, Terminal, Values } from '../command.ts';
import { moneyIn, reconcile, unknownIn, unrecordedIn, unsettledAt } from '../orders/orders.ts';
import { beginKeeping } from '../output/verdict-file.ts';
import { registerChecks } from '../package/package.ts';
import { type Config, dayOf, idsOf, type JudgingConfig } from '../settings/config.ts';
import type { runOptions } from '../settings/options.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { cut } from '../terminal/printable.ts';

type JudgedPart = Pick<Results, 'facts' | 'baseline' | 'waivers'> & { readonly failures: readonly string[] };

function againstBaseline(
  { baseline, selected, recording, classes }: JudgingConfig,
  { target, profile }: JudgedPlan,
  { reports, interrupted }: GatheredReports,
): JudgedPart {
  // A baseline holds what the same requests show each time.
  if (recording !== undefined) return { failures: [] };
  const facts = factsOf(reports, target.facts, { ...target.given, profile });
  if (baseline === undefined) return { facts, failures: [] };
  const narrowed = selected !== undefined || interrupted;
  // What a broken promise says, waived or not, its fact does not say again.
  const broken = reports.filter(({ requirement }) => isPromise(requirementOf(requirement)));
  const findings = broken.flatMap((report) => report.findings);
  const changes = unexplained(compareFacts(baseline.facts, facts, { narrowed, classes }), findings);
  const { name, accepted, release } = baseline;
  const compared = { name, accepted, release, changes: [...changes] };
  const failures = failsOnDrift(changes) ? [`drift from the ${baselineText(compared)}: ${driftText(changes)}`] : [];
  return { facts, baseline: compared, failures };
}

/** No clock that means it is further ahead, and a day has a year of four digits. */
const maxAheadMs = 10 * 365 * 86_400_000;

/** Day of a run by the later clock, ours or that of the service: a waiver ends for both. */
function laterDay({ startedAt, reports }: GatheredReports): Pick<WaiversInRun, 'today' | 'clock'> {
  const ahead = Math.max(0, ...reports.map(({ clockAheadMs = 0 }) => clockAheadMs));
  const ours = dayOf(startedAt);
  const later = dayOf(new Date(startedAt.getTime() + Math.min(ahead, maxAheadMs)));
  return later === ours ? { today: ours } : { today: later, clock: 'the clock of the service' };
}

function againstWaivers({ waivers }: JudgingConfig, plan: JudgedPlan, gathered: GatheredReports): JudgedPart {
  if (waivers === undefined) return { failures: [] };
  const { reports } = gathered;
  const target = plan.target.label;
  const { standings, covers, failures } = applyWaivers({ waivers, target, ...laterDay(gathered), reports });
  return { waivers: { given: [...standings], covers }, failures };
}

/**
 * A rule across endpoints that could not be shown without those that the user leaves out is untested by the user. One that was
 * not selected, and met nothing to judge alongside, is left out with the rest.
 */
const attribute = ({ partly, lessened, selected }: JudgingConfig, gathered: GatheredReports): GatheredReports => {
  const reports = gathered.reports.flatMap((report) => {
    const { untested, requirement } = report;
    if (untested && selected?.has(requirement) === false) return [];
    const left = lessened?.get(requirement);
    const isKept = !untested && !report.broken && report.findings.length === 0;
    if (left !== undefined && isKept) return [{ ...report, untested: { by: 'user' as const, reason: left } }];
    const why = partly?.get(requirement);
    if (why === undefined || untested?.by !== 'service') return [report];
    return [{ ...report, untested: { by: 'user' as const, reason: `${untested.reason}; ${why}` } }];
  });
  return { ...gathered, reports };
};

/** Holds what was gathered to waivers, baseline and gate. */
export function verdictOf(config: JudgingConfig, plan: JudgedPlan, given: GatheredReports): Verdict {
  const gathered = attribute(config, given);
  const { gate, release, selected, leftOut, required, recording } = config;
  const { failures: drift, ...baseline } = againstBaseline(config, plan, gathered);
  const { failures: spent, ...waivers } = againstWaivers(config, plan, gathered);
  const otherFailures = [...spent, ...drift];
  return judge({
    ...gathered,
    plan,
    endedAt: new Date(),
    requests: gathered.requests ?? { sent: 0, retried: 0, rateLimited: 0 },
    gate,
    release,
    selected,
    leftOut,
    required,
    recording,
    harnessVersion: version,
    ...(plan.ledger && { money: moneyIn(plan.ledger) }),
    ...baseline,
    ...waivers,
    ...(otherFailures.length > 0 && { otherFailures }),
  });
}

export const resultsDirIn = (directory: string): string => join(directory, 'allure-results');

const isFailing = ({ findings, requirement }: TestReport): boolean =>
  findings.length > 0 && isPromise(requirementOf(requirement));

/** Tests of many endpoints are under way at a time; the last that ended shows where they are. */
const placeOf = (requirement: string): string => {
  const operation = endpointOf(requirement);
  return operation === undefined ? 'rules across endpoints' : `${operationOf(operation).number} ${operation}`;
};

const plainSteps = 10;

/** Shows how far a run is: on one line that is drawn over where a person watches, else in a few plain lines. */
export function createProgress(outlet: Outlet, asked: readonly string[]) {
  const total = asked.length;
  let done = 0;
  let deviating = 0;
  let broken = 0;
  const step = Math.max(1, Math.ceil(total / plainSteps));
  const progressLine = (last: string) => {
    const troubles = `${deviating} deviating${broken > 0 ? `, ${broken} broken` : ''}`;
    return `${String(done).padStart(String(total).length)}/${total} requirements, ${troubles}${last}`;
  };
  return {
    show: (report: TestReport) => {
      if (isFailing(report)) deviating += 1;
      if (report.broken !== undefined) broken += 1;
      if (!asked.includes(report.requirement)) return;
      done += 1;
      if (outlet.live)
        outlet.write(`\r\u001b[2K${cut(progressLine(`  ${report.requirement}`), Math.max(20, outlet.width - 1))}`);
      else if (done % step === 0 || done === total)
        outlet.write(`${progressLine(`, at ${placeOf(report.requirement)}`)}\n`);
    },
    end: () => {
      if (outlet.live && done > 0) outlet.write('\r\u001b[2K');
    },
  };
}

type RunCall = CommandCall<Values<typeof runOptions>>;

export interface Run<Call = RunCall> {
  readonly call: Call;
  readonly config: Config;
  readonly startedAt: Date;
  readonly interruption: Interruption;
}

/** Lines of a ledger that are named by their numbers. */
const maxLines = 10;

/** A run that was killed left orders behind of which only the ledger knows. */
function reportUnsettled(call: RunCall, ledger: LedgerPlace): void {
  const { orders, unread } = unsettledAt(ledger);
  const left = orders.length;
  if (left > 0)
    call.say(`Ledger       of earlier runs the outcome of ${plural(left, 'order')} is not known; none is sent again`);
  const lines = `${unread.slice(0, maxLines).join(', ')}${unread.length > maxLines ? ' and more' : ''}`;
  if (unread.length > 0)
    call.say(`Ledger       ${plural(unread.length, 'line')} of it could not be read and count for nothing: ${lines}`);
}

/** Keeps and shows the report of each test, from the first on. */
function progressKeeper({ call, config, startedAt }: Run, plan: Plan, { traffic }: TargetSession) {
  const progress = call.options.quiet ? { show: () => {}, end: () => {} } : createProgress(call.people, idsOf(config));
  const reports: TestReport[] = [];
  const keep = beginKeeping({
    directory: config.directory,
    secrets: secretsOf(plan.target),
    verdict: () => verdictOf(config, plan, { startedAt, reports, crashed: [], interrupted: true, requests: traffic() }),
  });
  const onReport = (report: TestReport) => {
    reports.push(report);
    progress.show(report);
    keep();
  };
  return { reports, onReport, end: progress.end };
}

/** For the person at the terminal alone: reports keep the form of a refusal. */
function showRefusals({ err }: Terminal, { target }: Plan, { refusals }: TargetSession): void {
  const masked = (line: string) => secretsOf(target).reduce((text, key) => text.replaceAll(key, '<key>'), line);
  const lines = refusals().map((line) => `  ${sanitise(masked(line))}\n`);
  err.write(lines.length === 0 ? 'No valid order was refused.\n' : `Refused valid orders:\n${lines.join('')}`);
}

/** Sends what the checks of a plan need, and gathers what each of them makes of the answers. */
export async function execute(run: Run, plan: Plan): Promise<GatheredReports> {
  const { call, startedAt, interruption } = run;
  if (plan.ledger) reportUnsettled(call, plan.ledger);
  await registerChecks();
  let reports: readonly TestReport[] = [];
  try {
    const session = openSession(plan, { signal: interruption.signal });
    const kept = progressKeeper(run, plan, session);
    reports = kept.reports;
    const gathered = { ...(await runChecks(plan, { session, onReport: kept.onReport })), startedAt };
    kept.end();
    if (call.options.showRefusals) showRefusals(call.terminal, plan, session);
    if (!plan.ledger || gathered.interrupted) return gathered;
    const { sent, orders = 0 } = session.traffic();
    await reconcile(plan.ledger, plan.target, sent - (plan.target.probed ?? 0));
    return {
      ...gathered,
      crashed: [...gathered.crashed, ...unrecordedIn(plan.ledger, orders), ...unknownIn(plan.ledger)],
    };
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    // Without room for the ledger nothing is sent any more; what was reported until then is kept.
    const crashed = [`the tests could not be run to their end (${codeOf(error)})`];
    return { startedAt, reports, crashed, interrupted: false };
  }
}
