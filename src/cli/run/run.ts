import { type GatheredReports, secretsOf, type Target } from '#contract';
import { warningAnnotation } from '#reporting';
import { openTarget, Unreachable, unprobedTarget } from '#target';
import { type CallEnd, type CallOf, exitCode, isInCi } from '../command.ts';
import { clearFolder, demandFolder, demandLedger, holdFolder } from '../output/folder.ts';
import { beginKeeping } from '../output/verdict-file.ts';
import { type Config, idsOf, readConfig } from '../settings/config.ts';
import type { runOptions } from '../settings/options.ts';
import { interruptible } from '../terminal/interruption.ts';
import { describeBounds, describeTarget } from './announce.ts';
import { execute, type Run, verdictOf } from './execute.ts';
import { planFor, tryOut } from './plan.ts';
import { report } from './report.ts';

type TargetCall = CallOf<typeof runOptions>;

/**
 * A run is tried on the sandbox first, so that what it sends is announced as it is: what the settings allow, and what is selected,
 * decides. A whole one of the sandbox itself is known.
 */
const effortAt = async (target: Target, { call, config, interruption }: Run<TargetCall>) => {
  const { settings, profile, selected: only, values } = config;
  const isKnown = target.embedded && call.options.only.length === 0;
  if (isKnown || profile === 'deep') return undefined;
  const { effort } = await tryOut({ settings, target, profile, only, values, signal: interruption.signal });
  return effort;
};

/** A pipeline whose variables are gone would be green for months. */
function sayNoService({ terminal: { env }, say }: TargetCall): void {
  if (!isInCi(env)) return;
  const text = 'RAMP_BASE_URL is not set: the embedded sandbox is tested, and no service of yours';
  say(env.GITHUB_ACTIONS === 'true' ? warningAnnotation(text) : `Note         ${text}`);
}

/** Plans, gathers, judges and reports; the checks attribute each answer as they judge it. */
async function probeAndTest(run: Run<TargetCall>): Promise<CallEnd> {
  const { call, config, interruption } = run;
  if (config.settings.service === undefined) sayNoService(call);
  const { target, notes, close } = await openTarget(config.settings, { signal: interruption.signal });
  try {
    const plan = planFor(target, config, await effortAt(target, run));
    if (!call.options.quiet)
      call.say(describeTarget(plan.target, [...config.settings.notes, ...notes]) + describeBounds(plan));
    const gathered = await execute(run, plan);
    const secrets = secretsOf(target);
    return await report(call, { config, plan, gathered, interruption, secrets });
  } finally {
    await close();
  }
}

/** No requirement was put to the target; each says so, so that a report of an earlier run is not taken for this one's. */
const unreached = (config: Config, startedAt: Date, message: string): GatheredReports => ({
  startedAt,
  reports: idsOf(config).map((requirement) => ({
    requirement,
    broken: { code: 'UNREACHABLE', message },
    findings: [],
    observations: [],
    exchanges: [],
    judgements: 0,
  })),
  crashed: [],
  interrupted: false,
});

async function runAgainst(run: Run<TargetCall>): Promise<CallEnd> {
  const { call, config, startedAt, interruption } = run;
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
      call.terminal.err.write('Interrupted before the first test; no report was written.\n');
      return { code: interruption.code() ?? exitCode.interrupted, tried: 0 };
    }
    if (!(error instanceof Unreachable) || plan === undefined) throw error;
    call.terminal.err.write(`${error.message}\n`);
    const gathered = unreached(config, startedAt, error.message);
    return report(call, { config, plan, gathered, interruption, secrets, unreached: true });
  }
}

/** Holds one target to the document. */
export async function run(call: TargetCall): Promise<CallEnd> {
  const config = readConfig(call);
  demandFolder(config.directory);
  const startedAt = new Date();
  return holdFolder(config.directory, { startedAt, seconds: config.settings.deadlineSeconds }, async () => {
    demandLedger(config.directory, config.settings);
    return interruptible((interruption) => runAgainst({ call, config, startedAt, interruption }));
  });
}
