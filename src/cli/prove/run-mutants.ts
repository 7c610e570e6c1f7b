import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type MutantReport, parseRulings, proveMutants } from '#prove';
import { startSandbox } from '#sandbox';
import { openTarget } from '#target';
import { exitCode } from '../command.ts';
import { packageRoot, registerChecks } from '../package/package.ts';
import type { CalledProof } from './proof-scope.ts';

const rulingsFile = 'src/faults/mutants.json';
const mutantsFile = 'mutants.json';

interface ProvingMutants extends CalledProof {
  readonly size: number;
}

const run = async ({ choices, size, interruption, settings }: ProvingMutants): Promise<MutantReport> => {
  const { signal } = interruption;
  const [{ target, close }, rulings] = await Promise.all([
    openTarget(settings, { sandbox: () => startSandbox(), signal }),
    readFile(join(packageRoot, rulingsFile), 'utf8'),
    registerChecks(),
  ]);
  try {
    return await proveMutants({
      target,
      sources: join(packageRoot, 'src/sandbox'),
      rulings: parseRulings(rulings, rulingsFile),
      size,
      seed: choices.seed,
      signal,
    });
  } finally {
    await close();
  }
};

const rows = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)];

/** Sums up the mutants for the terminal. */
const mutantsText = (
  { counts, possible, killedShare, unruled, stale, tried, holds }: MutantReport,
  { seconds, file }: { readonly seconds: number; readonly file: string },
): string =>
  [
    '',
    `Mutants      ${tried.length} of ${possible}, ${counts['not viable']} not viable`,
    `Killed       ${counts.killed}; ${counts.drifts} only drift, ${counts.inconclusive} leave the gate inconclusive`,
    `Survived     ${counts.survived}: ${counts.equivalent} equivalent, ${counts.open} open, ${counts.miss} misses, ${counts.unruled} without a ruling`,
    `Share        ${(100 * killedShare).toFixed(1)} % of those that are neither equivalent nor open`,
    `Time         ${seconds.toFixed(1)} s`,
    ...rows(
      'Survivors without a ruling',
      unruled.map(({ at, mutant }) => `${at}  ${mutant}`),
    ),
    ...rows('Rulings of mutants that are gone or no longer survive', stale),
    '',
    holds ? 'PROVED: every survivor has a ruling' : 'NOT PROVED',
    `  mutants: ${file}`,
    '',
  ].join('\n');

/** Runs the gate on mutants of the sandbox; resolves to the exit code. */
export const proveMutantsCall = async (proving: ProvingMutants): Promise<number> => {
  const { call, choices, size, interruption } = proving;
  const start = performance.now();
  call.say(`Proving      ${size} mechanical changes of the embedded sandbox, seed ${choices.seed}`);
  const report = await run(proving);
  if (interruption.signal.aborted) return interruption.code() ?? exitCode.interrupted;
  await mkdir(choices.directory, { recursive: true });
  const file = join(choices.directory, mutantsFile);
  await writeFile(file, `${JSON.stringify(report, null, 1)}\n`);
  const seconds = (performance.now() - start) / 1000;
  call.say(mutantsText(report, { seconds, file: relative(call.terminal.cwd, file) }));
  if (call.options.json) call.terminal.out.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.holds ? exitCode.done : exitCode.deviates;
};
