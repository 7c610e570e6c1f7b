import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { faultFinder } from '#faults';
import { type Planned, type Proof, type Proved, prove, startService } from '#prove';
import { findLeaks, type Leak, plural, proofFile } from '#reporting';
import { openTarget } from '#target';
import { type Call, exitCode, Refused } from '../command.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { reportWithheld } from '../output/withholding.ts';
import { runsFromSource } from '../package/package-root.ts';
import { builtFile, registerChecks } from '../run/register-checks.ts';
import { settingsFor } from '../settings/settings.ts';
import { type Interruption, watchSignals } from '../terminal/interruption.ts';
import { type ProofChoices, proofChoices } from './proof-scope.ts';
import { proofText } from './proof-text.ts';
import { proveMutantsCall } from './run-mutants.ts';

interface Proving {
  readonly call: Call;
  readonly choices: ProofChoices;
  readonly interruption: Interruption;
}

const settings = (call: Call) => {
  const read = settingsFor(call);
  if (read.service !== undefined)
    throw new Refused('prove works on the embedded sandbox only; leave RAMP_BASE_URL unset for it');
  return read;
};

/** Sources cannot be loaded by a thread. */
const startSandbox = async () => {
  if (!runsFromSource) return startService(builtFile('service.js'));
  return (await import('#sandbox')).startSandbox({ faults: faultFinder });
};

interface Written {
  readonly file: string;
  /** What it must not hold; then it was not written. */
  readonly leaks: readonly Leak[];
}

const write = async (directory: string, proof: Proof, secrets: readonly string[]): Promise<Written> => {
  await mkdir(directory, { recursive: true });
  const file = join(directory, proofFile);
  const text = `${JSON.stringify(proof, null, 1)}\n`;
  const leaks = findLeaks([{ file: proofFile, text, search: 'all' }], {
    secrets,
    numbers: [String(Math.abs(proof.seed))],
  });
  if (leaks.length > 0) await rm(file, { force: true });
  else await writeFile(file, text);
  return { file, leaks };
};

interface Finished {
  readonly proved: Proved;
  readonly seconds: number;
  readonly secrets: readonly string[];
}

const conclude = async ({ call, choices }: Proving, finished: Finished): Promise<number> => {
  const { proved, seconds, secrets } = finished;
  const { proof } = proved;
  const { file, leaks } = await write(choices.directory, proof, secrets);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  const { terminal } = call;
  call.say(proofText({ ...proved, seconds, file: relative(terminal.cwd, file) }));
  if (call.flag('json')) terminal.out.write(`${JSON.stringify(proof, null, 2)}\n`);
  if (proof.counts.pairs + proof.counts.checksPassed === 0) return exitCode.inconclusive;
  return proof.holds ? exitCode.done : exitCode.deviates;
};

const proveAll = async (proving: Proving): Promise<number> => {
  const { call, choices, interruption } = proving;
  const { signal } = interruption;
  const start = performance.now();
  // 300 MB at most in place of 400, for a twentieth of the processor's time: worlds leave much behind.
  setFlagsFromString('--heap-growing-percent=100');
  const [{ target, close }] = await Promise.all([
    openTarget(settings(call), { sandbox: startSandbox, signal }),
    registerChecks(),
  ]);
  try {
    const { scope, seed } = choices;
    const onPlan = ({ pairs, services }: Planned) =>
      call.say(
        `Proving      ${plural(pairs, 'pair')} of a requirement and a fault, and ${plural(services, 'conforming service')}`,
      );
    const proved = await prove({ target, scope, seed, signal, onPlan });
    if (signal.aborted) return interruption.code() ?? exitCode.interrupted;
    const seconds = (performance.now() - start) / 1000;
    return await conclude(proving, { proved, seconds, secrets: Object.values(target.keys) });
  } finally {
    await close();
  }
};

/** Proves what the arguments ask for; resolves to the exit code. */
export const proveCall = async (call: Call): Promise<number> => {
  const choices = proofChoices(call, (directory) => resolve(call.terminal.cwd, directory));
  demandOurFiles(choices.directory);
  const interruption = watchSignals();
  try {
    const size = choices.mutants;
    if (size === undefined) return await proveAll({ call, choices, interruption });
    return await proveMutantsCall({ call, choices, size, interruption, settings: settings(call) });
  } finally {
    interruption.stopWatching();
  }
};
