import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type ProofPlan, type RunPlan, requirements } from '#contract';
import { faultFinder, faults, variations } from '#faults';
import { findLeaks, judgeProof, type Leak, type Proof, proofFile } from '#reporting';
import { openTarget } from '#target';
import { type Call, Refused } from './command.ts';
import { boundMemory } from './engine.ts';
import { exitCode } from './exit-codes.ts';
import { type Interruption, watchSignals } from './interruption.ts';
import { proofPlanOf } from './proof-plan.ts';
import { type ProofChoices, proofChoices } from './proof-scope.ts';
import { type ProofTiming, proofText } from './proof-text.ts';
import { settingsFor } from './settings.ts';
import { separateSuites } from './suite-config.ts';
import { runSuites, type SuiteResult } from './vitest.ts';
import { tellWithheld } from './withholding.ts';

interface Proving {
  readonly call: Call;
  readonly choices: ProofChoices;
  readonly interruption: Interruption;
}

const seconds = async <T>(work: () => Promise<T>): Promise<{ result: T; took: number }> => {
  const start = performance.now();
  const result = await work();
  return { result, took: (performance.now() - start) / 1000 };
};

const byId = <T extends { readonly id: string }>(planted: readonly T[]) =>
  new Map(planted.map((it) => [it.id, it]));

type ProvenPlan = RunPlan & { readonly proof: ProofPlan };

/** Under each fault, file by file; meanwhile without any, and beside each variation. */
const tryAll = async ({ interruption: { signal } }: Proving, plan: ProvenPlan) => {
  const under: RunPlan = { ...plan, proof: { ...plan.proof, variations: {} } };
  const calm: RunPlan = { ...plan, proof: { ...plan.proof, faults: {} } };
  const [caught, left] = await Promise.all([
    runSuites(under, { signal, include: separateSuites }),
    runSuites(calm, { signal }),
  ]);
  const reports = left.reports.map((report) => ({ fault: noFault.id, ...report }));
  return {
    reports: [...caught.reports, ...reports],
    beside: left.beside,
    crashed: [...caught.crashed, ...left.crashed],
    interrupted: caught.interrupted || left.interrupted,
    sent: sentBy(caught) + sentBy(left),
  };
};

const sentBy = ({ reports, beside }: SuiteResult): number =>
  [...reports, ...beside].reduce((most, { traffic }) => Math.max(most, traffic.sent), 0);

const noFault = { id: 'no-fault', sentence: 'Nothing is changed.' };

const settings = (call: Call) => {
  const read = settingsFor(call);
  if (read.service !== undefined)
    throw new Refused('prove works on the embedded sandbox only; leave RAMP_BASE_URL unset for it');
  return read;
};

interface Written {
  readonly file: string;
  /** What it must not hold; then it was not written. */
  readonly leaks: readonly Leak[];
}

const write = async ({ choices }: Proving, proof: Proof, { target }: RunPlan): Promise<Written> => {
  await mkdir(choices.directory, { recursive: true });
  const file = join(choices.directory, proofFile);
  const text = `${JSON.stringify(proof, null, 2)}\n`;
  const leaks = findLeaks([{ file: proofFile, text, search: 'all' }], {
    secrets: Object.values(target.keys),
    numbers: [String(Math.abs(proof.seed))],
  });
  if (leaks.length > 0) await rm(file, { force: true });
  else await writeFile(file, text);
  return { file, leaks };
};

type Tried = Awaited<ReturnType<typeof tryAll>>;

const judged = ({ choices }: Proving, plan: ProvenPlan, { reports, beside }: Tried): Proof =>
  judgeProof({
    seed: plan.seed,
    reports,
    beside,
    faults: byId(faults),
    variations: new Map([...byId(variations), [noFault.id, noFault]]),
    planned: plan.proof,
    // A proof that is narrowed to some faults asks no requirement for another.
    selected: new Set(choices.planted ? [] : choices.requirements),
  });

async function proveAll(proving: Proving): Promise<number> {
  const { call, choices, interruption } = proving;
  const { target, close } = await openTarget(settings(call), {
    faults: faultFinder,
    signal: interruption.signal,
  });
  try {
    boundMemory({ old: { most: 192 }, young: { most: 8 }, growingPercent: 25 });
    const proof = proofPlanOf(choices);
    const only = choices.requirements.size < requirements.length ? { only: [...choices.requirements] } : {};
    const budgets = { ...target.budgets, concurrency: 24, maxRequests: Number.MAX_SAFE_INTEGER };
    const unlimited = { ...target, budgets };
    const plan = { target: unlimited, seed: choices.seed, profile: 'gate' as const, ...only, proof };
    const pairs = Object.values(proof.faults).flat().length;
    const conforming = Object.keys(proof.variations).length + 1;
    call.say(
      `Proving      ${pairs} pairs of a requirement and a fault, and up to ${conforming} conforming services`,
    );
    const { result, took } = await seconds(() => tryAll(proving, plan));
    if (result.interrupted) return interruption.code() ?? exitCode.interrupted;
    const proved = judged(proving, plan, result);
    const { file, leaks } = await write(proving, proved, plan);
    if (leaks.length > 0) return tellWithheld(call, leaks);
    const timing: ProofTiming = { took, sent: result.sent };
    const { terminal } = call;
    call.say(proofText(proved, { ...timing, file: relative(terminal.cwd, file), crashed: result.crashed }));
    if (call.flag('json')) terminal.out.write(`${JSON.stringify(proved, null, 2)}\n`);
    if (result.crashed.length > 0 || proved.counts.pairs === 0) return exitCode.inconclusive;
    return proved.holds ? exitCode.done : 1;
  } finally {
    await close();
  }
}

/** Proves what the arguments ask for; resolves to the exit code. */
export const proveCall = async (call: Call): Promise<number> => {
  const choices = proofChoices(call, (directory) => resolve(call.terminal.cwd, directory));
  const interruption = watchSignals();
  try {
    return await proveAll({ call, choices, interruption });
  } finally {
    interruption.stopWatching();
  }
};
