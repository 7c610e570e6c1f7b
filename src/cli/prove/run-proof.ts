import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { faultFinder } from '#faults';
import { type Planned, type Proved, prove, startService } from '#prove';
import { plural, proofFile } from '#reporting';
import { openTarget, type Settings } from '#target';
import { exitCode, Refused } from '../command.ts';
import { demandOurFiles } from '../output/own-folder.ts';
import { leaksIn, reportWithheld } from '../output/withholding.ts';
import { builtFile, registerChecks, runsFromSource } from '../package/package.ts';
import { settingsFor } from '../settings/config.ts';
import { interruptible } from '../terminal/interruption.ts';
import { type CalledProof, type ProofCall, proofChoices } from './proof-scope.ts';
import { proofText } from './proof-text.ts';
import { proveMutantsCall } from './run-mutants.ts';

const ownSettings = (call: ProofCall): Settings => {
  const settings = settingsFor(call);
  if (settings.service !== undefined)
    throw new Refused('prove works on the embedded sandbox only; leave RAMP_BASE_URL unset for it');
  return settings;
};

/** Sources cannot be loaded by a thread. */
const startSandbox = async () => {
  if (!runsFromSource) return startService(builtFile('service.js'));
  return (await import('#sandbox')).startSandbox({ faults: faultFinder });
};

interface Finished {
  readonly proved: Proved;
  readonly seconds: number;
  readonly secrets: readonly string[];
}

const conclude = async ({ call, choices }: CalledProof, finished: Finished): Promise<number> => {
  const { proved, seconds, secrets } = finished;
  const { proof } = proved;
  const { terminal } = call;
  const file = join(choices.directory, proofFile);
  const text = `${JSON.stringify(proof, null, 1)}\n`;
  await mkdir(choices.directory, { recursive: true });
  await rm(file, { force: true });
  const leaks = leaksIn({ [proofFile]: text }, secrets, [proof.seed]);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  await writeFile(file, text);
  call.say(proofText({ ...proved, seconds, file: relative(terminal.cwd, file) }));
  if (call.options.json) terminal.out.write(`${JSON.stringify(proof, null, 2)}\n`);
  if (proof.counts.pairs + proof.counts.checksPassed === 0) return exitCode.inconclusive;
  return proof.holds ? exitCode.done : exitCode.deviates;
};

const proveAll = async (proving: CalledProof): Promise<number> => {
  const { call, choices, settings, interruption } = proving;
  const { signal } = interruption;
  const start = performance.now();
  // 300 MB at most instead of 400, for a twentieth of the processor's time: worlds leave much behind.
  setFlagsFromString('--heap-growing-percent=100');
  const [{ target, close }] = await Promise.all([
    openTarget(settings, { sandbox: startSandbox, signal }),
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
export const proveCall = async (call: ProofCall): Promise<number> => {
  const choices = proofChoices(call);
  demandOurFiles(choices.directory);
  return interruptible((interruption) => {
    const proving = { call, choices, interruption, settings: ownSettings(call) };
    const size = choices.mutants;
    return size === undefined ? proveAll(proving) : proveMutantsCall({ ...proving, size });
  });
};
