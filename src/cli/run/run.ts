// The command `run`: plan, requests, judgement and reports.
import { openSession, runChecks, type TargetSession } from '#harness';
import { codeOf, isOfDisk, steadyDate } from '#lib';
import { plural, sanitise, warningAnnotation } from '#reporting';
import {
  failureReason,
  type GatheredReports,
  type LedgerPlace,
  type Plan,
  secretsOf,
  type Target,
  type TestReport,
} from '#run';
import { openTarget, Unreachable, unprobedTarget } from '#target';
import type { CallEnd, CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { runOptions } from '../options.ts';
import { reconcile } from '../orders/reconcile.ts';
import { demandLedger, unknownIn, unrecordedIn, unsettledAt } from '../orders/recorded-orders.ts';
import { demandFolder, holdFolder } from '../output/folder.ts';
import { clearFolder } from '../output/previous.ts';
import { beginKeeping } from '../output/verdict-file.ts';
import { type Config, idsOf, readConfig } from '../settings/config.ts';
import { type Interruption, interruptible, sayInterruption } from '../terminal/interruption.ts';
import { isInCi, type Terminal } from '../terminal/terminal.ts';
import { describeBounds, describeTarget } from './announce.ts';
import { finish } from './finish.ts';
import { planFor } from './plan.ts';
import { asking, createProgress, noProgress, type Progress, watched } from './progress.ts';
import { tryOut } from './trial.ts';
import { verdictOf } from './verdict-of.ts';

type RunCall = CallOf<typeof runOptions>;

interface Run {
  readonly call: RunCall;
  readonly config: Config;
  readonly startedAt: Date;
  readonly interruption: Interruption;
  readonly progress: Progress;
}

const maxLines = 10;

/** A killed run left orders that only the ledger knows. */
function reportUnsettled(call: RunCall, ledger: LedgerPlace): void {
  const { orders, unread } = unsettledAt(ledger);
  const left = orders.length;
  if (left > 0)
    call.say(`Ledger       of earlier runs the outcome of ${plural(left, 'order')} is not known; none is sent again`);
  const lines = `${unread.slice(0, maxLines).join(', ')}${unread.length > maxLines ? ' and more' : ''}`;
  if (unread.length > 0)
    call.say(`Ledger       the run ignores ${plural(unread.length, 'line')} that could not be read: ${lines}`);
}

function reportKeeper({ config, startedAt, progress }: Run, plan: Plan, { traffic }: TargetSession) {
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
  return { reports, onReport };
}

/** Only on the terminal, because reports show only the form of a refusal. */
function showRefusals({ err }: Terminal, { target }: Plan, { refusals }: TargetSession): void {
  const masked = (line: string) => secretsOf(target).reduce((text, key) => text.replaceAll(key, '<key>'), line);
  const lines = refusals().map((line) => `  ${sanitise(masked(line))}\n`);
  err.write(lines.length === 0 ? 'No valid order was refused.\n' : `Refused valid orders:\n${lines.join('')}`);
}

async function execute(run: Run, plan: Plan): Promise<GatheredReports> {
  const { call, config, startedAt, interruption, progress } = run;
  if (plan.ledger) reportUnsettled(call, plan.ledger);
  await import('#suites');
  let reports: readonly TestReport[] = [];
  try {
    sayInterruption(call.terminal, interruption);
    const session = openSession(plan, { signal: interruption.signal });
    const kept = reportKeeper(run, plan, session);
    progress.begin({ asked: idsOf(config), expected: plan.bounds?.expected, state: session.progress });
    reports = kept.reports;
    const gathered = { ...(await runChecks(plan, { session, onReport: kept.onReport })), startedAt };
    progress.end();
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
    // Without space for the ledger, nothing more is sent. Earlier reports are kept.
    const crashed = [`a file error stopped the tests (${codeOf(error)})`];
    return { startedAt, reports, crashed, interrupted: false };
  }
}

/**
 * A run is first tried on the sandbox in memory, so that the announcement counts the requests for these settings and
 * this selection. The effort of a whole run of the embedded sandbox is known.
 */
const effortAt = async (target: Target, { call, config, interruption }: Run) => {
  const { settings, profile, selected: only, values } = config;
  const isKnown = target.embedded && call.options.only.length === 0;
  if (isKnown || profile === 'deep') return undefined;
  const { effort } = await tryOut({ settings, target, profile, only, values, signal: interruption.signal });
  return effort;
};

/** Warns in CI, because a pipeline without its variables would test only the sandbox and stay green for months. */
function sayNoService({ terminal: { env }, say }: RunCall): void {
  if (!isInCi(env)) return;
  const text = 'RAMP_BASE_URL is not set: this run tests the embedded sandbox, not your service';
  say(env.GITHUB_ACTIONS === 'true' ? warningAnnotation(text) : `Note         ${text}`);
}

async function probeAndTest(run: Run): Promise<number | CallEnd> {
  const { call, config, interruption, progress } = run;
  if (config.settings.service === undefined) sayNoService(call);
  progress.phase(asking(config.settings));
  const { target, notes, close } = await openTarget(config.settings, { signal: interruption.signal });
  try {
    progress.phase('Counting what the run will send');
    const plan = planFor(target, config, await effortAt(target, run));
    progress.phase(undefined);
    if (!call.options.quiet)
      call.say(describeTarget(plan.target, [...config.settings.notes, ...notes]) + describeBounds(plan));
    const gathered = await execute(run, plan);
    const secrets = secretsOf(target);
    return await finish(call, { config, plan, gathered, interruption, secrets });
  } finally {
    await close();
  }
}

/**
 * The report of a run that reached no target. Each requirement says so, so that nobody takes an earlier report for the
 * one of this run.
 */
const unreached = (config: Config, startedAt: Date, { code, message }: Unreachable): GatheredReports => ({
  startedAt,
  reports: idsOf(config).map((requirement) => ({
    requirement,
    reasons: [failureReason(code, message)],
    findings: [],
    observations: [],
    exchanges: [],
    judgements: 0,
  })),
  crashed: [],
  interrupted: false,
});

async function runAgainst(run: Run): Promise<number | CallEnd> {
  const { call, config, startedAt, interruption, progress } = run;
  const { settings, directory } = config;
  clearFolder(directory);
  const { service } = settings;
  const plan = service && planFor(unprobedTarget(settings, service, false), config);
  const secrets = service ? secretsOf(service) : [];
  const untested = { startedAt, reports: [], crashed: [], interrupted: true };
  // A run that is killed while it probes leaves a verdict that says so.
  if (plan) beginKeeping({ directory, secrets, verdict: () => verdictOf(config, plan, untested) });
  try {
    return await probeAndTest(run);
  } catch (error) {
    if (interruption.signal.aborted) {
      progress.end();
      call.terminal.err.write('You interrupted the run before the first test. No report was written.\n');
      return { code: interruption.code() ?? exitCode.interrupted, tried: 0 };
    }
    progress.end();
    if (!(error instanceof Unreachable) || plan === undefined) throw error;
    call.terminal.err.write(`${error.message}\n`);
    const gathered = unreached(config, startedAt, error);
    return finish(call, { config, plan, gathered, interruption, secrets, unreached: true });
  }
}

export async function run(call: RunCall): Promise<number | CallEnd> {
  const config = readConfig(call);
  demandFolder(config.directory);
  const startedAt = steadyDate();
  return holdFolder(config.directory, config.settings.deadlineSeconds, async () => {
    demandLedger(config.directory, config.settings);
    const progress = call.options.quiet ? noProgress : createProgress(call.people);
    return watched(progress, () =>
      interruptible((interruption) => runAgainst({ call, config, startedAt, interruption, progress })),
    );
  });
}
