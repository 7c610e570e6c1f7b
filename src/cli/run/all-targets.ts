import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { renderTargets, sanitiseLines, type TargetRun, targetLine } from '#reporting';
import { withdrawKeys } from '#target';
import { reportsFolder } from '../arguments.ts';
import { type CommandCall, exitCode, Refused } from '../command.ts';
import { demandNoLink } from '../output/folder.ts';
import { readLastVerdict, writeRefusal } from '../output/verdict-file.ts';
import { keysOf, leaksIn, reportWithheld } from '../output/withholding.ts';
import { shownPath } from '../terminal/printable.ts';
import type { RunCall } from './gather.ts';

const pageFile = 'targets.html';

/** Options that name one target, its share or its output. */
const excluded = ['target', 'base-url', 'json'];

function namesIn({ typed, file }: CommandCall): readonly string[] {
  const other = excluded.find((name) => typed.has(name));
  if (other !== undefined) throw new Refused(`--${other} is for one target; leave --all-targets out`);
  if (file.targets.length === 0) throw new Refused('--all-targets needs targets in the configuration file');
  return file.targets;
}

/** The worst of them: a leak, a deviation, what is not proved, a refusal. */
const severity: readonly number[] = [
  exitCode.leaked,
  exitCode.deviates,
  exitCode.inconclusive,
  exitCode.refused,
];

const worst = (codes: readonly number[]): number =>
  severity.find((code) => codes.includes(code)) ?? exitCode.done;

const wasInterrupted = (code: number): boolean =>
  code === exitCode.interrupted || code === exitCode.terminated;

/** A target that cannot be tried leaves the others alone. */
async function runOne<Own extends RunCall>(
  call: Own,
  directory: string,
  runTarget: (call: Own) => Promise<number>,
): Promise<number> {
  try {
    return await runTarget(call);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    writeRefusal(directory, error.message);
    call.terminal.err.write(`refused\n${sanitiseLines(error.message).replace(/^/gm, '  ')}\n`);
    return exitCode.refused;
  }
}

const verdictIn = (directory: string, code: number): Pick<TargetRun, 'verdict'> => {
  if (code === exitCode.leaked) return {};
  try {
    return { verdict: readLastVerdict(directory) };
  } catch {
    // A run that is interrupted before its first test leaves none.
    return {};
  }
};

function conclude(call: RunCall, runs: readonly TargetRun[], secrets: readonly string[]): number {
  const { say, terminal } = call;
  const base = reportsFolder(call);
  const text = renderTargets(runs);
  const seeds = runs.flatMap(({ verdict }) => verdict?.seed ?? []);
  const leaks = leaksIn({ [pageFile]: text }, secrets, seeds);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  rmSync(join(base, pageFile), { force: true });
  writeFileSync(join(base, pageFile), text, { flag: 'wx' });
  const lines = runs.map(targetLine);
  say(`${lines.join('\n')}\n  all targets: ${shownPath(terminal.cwd, join(base, pageFile))}`);
  return worst(runs.map((run) => run.exitCode));
}

/** Runs every target of the configuration file in its order; resolves to the worst exit code. */
export async function runAllTargets<Options extends RunCall['options']>(
  call: CommandCall<Options>,
  runTarget: (call: CommandCall<Options>) => Promise<number>,
): Promise<number> {
  const names = namesIn(call);
  const { terminal } = call;
  const base = reportsFolder(call);
  // Each run takes the keys out of a separate copy.
  const env = withdrawKeys(terminal.env, call.file.settings.keyVariables);
  demandNoLink(base);
  mkdirSync(base, { recursive: true });
  rmSync(join(base, pageFile), { force: true });
  const runs: TargetRun[] = [];
  const directories = new Set<string>();
  const secrets: string[] = [];
  for (const name of names) {
    call.say(`\nTarget ${name}`);
    const own = call.forTarget(name, { ...terminal, env: { ...env } });
    secrets.push(...keysOf({ ...own, terminal: { ...terminal, env: { ...env } } }));
    const directory = reportsFolder(own);
    if (directories.has(directory))
      throw new Refused(`${name} has the reports of another target; give it others`);
    directories.add(directory);
    const code = await runOne(own, directory, runTarget);
    if (wasInterrupted(code)) return code;
    runs.push({
      name,
      folder: relative(terminal.cwd, directory),
      exitCode: code,
      ...verdictIn(directory, code),
    });
  }
  return conclude(call, runs, secrets);
}
