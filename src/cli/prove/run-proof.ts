import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '#client';
import { secretsOf } from '#contract';
import { type Planned, type Proof, type Proved, prove } from '#prove';
import { plural, proofFile } from '#reporting';
import { memorySandbox } from '#sandbox';
import { openTarget, type Settings } from '#target';
import { exitCode, Refused } from '../command.ts';
import { demandOurFiles } from '../output/folder.ts';
import { leaksIn, reportWithheld } from '../output/withholding.ts';
import { registerChecks } from '../package/package.ts';
import { settingsFor } from '../settings/config.ts';
import { interruptible } from '../terminal/interruption.ts';
import { shownPath } from '../terminal/printable.ts';
import { type CalledProof, type ProofCall, proofChoices } from './proof-scope.ts';

/** Most rows of one kind on the terminal; all stand in the file. */
const maxRows = 25;

const rows = (title: string, lines: readonly string[], max = lines.length): readonly string[] => {
  if (lines.length === 0) return [];
  const more = lines.length > max ? [`and ${lines.length - max} more`] : [];
  return ['', `${title} (${lines.length})`, ...[...lines.slice(0, max), ...more].map((line) => `  ${line}`)];
};

const details = ({ survived, falsePositives, unproven, missing }: Proof): readonly string[] => [
  ...rows(
    'Survived: the fault was planted and not found',
    survived.map((it) => `${it.requirement} under ${it.fault}: ${it.sentence} ${it.instead}`),
    maxRows,
  ),
  ...rows(
    'False positives: a conforming service was blamed',
    falsePositives.map((it) => `${it.requirement} with ${it.variation}: ${it.raised}`),
    maxRows,
  ),
  ...rows('Requirements that no fault puts to the test', unproven, maxRows),
  ...rows('Requirements without a check', missing, maxRows),
];

/** Some are done at the same time. */
const parts = (took: Proved['took']): string =>
  Object.entries(took)
    .map(([part, seconds]) => `${part} ${seconds.toFixed(1)} s`)
    .join(', ');

/** A proof that is narrowed to variations says nothing of whether checks can fail. */
const conclusion = ({ holds, counts }: Proof): string => {
  if (!holds) return 'NOT PROVED';
  if (counts.pairs + counts.checksPassed === 0) return 'NOT PROVED: nothing was tried';
  const passes = 'none fails a conforming service';
  return counts.faults === 0
    ? `PROVED: of the checks that were tried, ${passes}`
    : `PROVED: every check can fail, and ${passes}`;
};

const proofText = ({ proof, sent, took }: Proved, seconds: number, file: string): string => {
  const { counts, unproven } = proof;
  return [
    '',
    `Requirements ${counts.requirements} with a fault, ${unproven.length} without`,
    `Faults       ${counts.faults}`,
    `Killed       ${counts.killed} of ${plural(counts.pairs, 'pair')}, ${counts.survived} survived`,
    `Variations   ${counts.variations}, ${plural(counts.checksPassed, 'check')} passed, ${plural(counts.falsePositives, 'false positive')}`,
    `Time         ${seconds.toFixed(1)} s, ${plural(Math.round(counts.faults / seconds), 'fault')} a second, ${plural(sent, 'request')}`,
    `  of which   ${parts(took)}`,
    ...details(proof),
    '',
    conclusion(proof),
    `  matrix: ${file}`,
    '',
  ].join('\n');
};

const ownSettings = (call: ProofCall): Settings => {
  const settings = settingsFor(call);
  if (settings.service !== undefined)
    throw new Refused('prove works on the embedded sandbox only; leave RAMP_BASE_URL unset for it');
  return settings;
};

const conclude = async (
  { call, choices }: CalledProof,
  proved: Proved,
  seconds: number,
  secrets: readonly string[],
): Promise<number> => {
  const { terminal } = call;
  const { format, ...result } = proved.proof;
  const made = { madeAt: new Date().toISOString(), harness: { version } };
  const proof = { format, ...made, ...result };
  const file = join(choices.directory, proofFile);
  const text = `${JSON.stringify(proof, null, 1)}\n`;
  await mkdir(choices.directory, { recursive: true });
  await rm(file, { force: true });
  const leaks = leaksIn({ [proofFile]: text }, secrets, [proof.seed]);
  if (leaks.length > 0) return reportWithheld(call, leaks);
  await writeFile(file, text);
  call.say(proofText(proved, seconds, shownPath(terminal.cwd, file)));
  if (call.options.json) terminal.out.write(`${JSON.stringify(proof, null, 2)}\n`);
  if (proof.counts.pairs + proof.counts.checksPassed === 0) return exitCode.inconclusive;
  return proof.holds ? exitCode.done : exitCode.deviates;
};

const proveAll = async (proving: CalledProof): Promise<number> => {
  const { call, choices, settings, interruption } = proving;
  const { signal } = interruption;
  const start = performance.now();
  const [{ target, close }] = await Promise.all([
    openTarget(settings, { sandbox: async () => memorySandbox(), signal }),
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
    return await conclude(proving, proved, seconds, secretsOf(target));
  } finally {
    await close();
  }
};

/** Proves what the arguments ask for; resolves to the exit code. */
export const proveCall = async (call: ProofCall): Promise<number> => {
  const choices = proofChoices(call);
  demandOurFiles(choices.directory);
  return interruptible((interruption) => proveAll({ call, choices, interruption, settings: ownSettings(call) }));
};
