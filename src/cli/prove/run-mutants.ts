import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CheckoutNeeded, type MutantReport, parseRulings, proveMutants } from '#prove';
import { startSandbox } from '#sandbox';
import { openTarget } from '#target';
import { exitCode, Refused } from '../command.ts';
import { packageRoot, registerChecks } from '../package/package.ts';
import { mutantsText } from './mutants-text.ts';
import type { Proving } from './proof-scope.ts';

const rulingsFile = 'src/faults/mutants.json';
const mutantsFile = 'mutants.json';

interface ProvingMutants extends Proving {
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
  } catch (problem) {
    if (problem instanceof CheckoutNeeded) throw new Refused(problem.message);
    throw problem;
  } finally {
    await close();
  }
};

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
  if (call.flag('json')) call.terminal.out.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.holds ? exitCode.done : exitCode.deviates;
};
