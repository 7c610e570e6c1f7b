import { setImmediate as nextTurn } from 'node:timers/promises';
import { registeredChecks } from '#checks';
import type { Target } from '#contract';
import { ControlRun } from './control-run.ts';
import { PlantedRecording } from './planted-evidence.ts';
import { KillMatrix, type Passing, type Proof, proofOf } from './proof.ts';
import { type FaultCase, faultCases, type ProofScope, type VariationCase, variationCases } from './scope.ts';
import { oneOfEachKind, type Proving, tryInRecording, tryOnTheWire } from './trying.ts';
import { passingOf, tryVariation } from './variations.ts';
import { forEach, Worlds } from './worlds.ts';

export interface ProveOptions {
  readonly target: Target;
  readonly scope: ProofScope;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onPlan?: (plan: Planned) => void;
}

export interface Planned {
  readonly pairs: number;
  readonly services: number;
}

export interface Proved {
  readonly proof: Proof;
  /** How many derived faults were planted in recorded replies alone. */
  readonly planted: number;
  readonly sent: number;
  /** Seconds of each part; some parts are done at the same time. */
  readonly took: Readonly<Record<string, number>>;
}

/** Worlds that are tried at once: more take no less time; four more with faults take 30 MB, two more with variations 15. */
const worldsAtOnce = { variations: 6, faults: 8 };

/** Defects that are planted before requests that are under way get a turn. */
const plantedInTurn = 8;

/** No fault keeps an answer back: one is late only where the machine is busy. */
const timeoutMs = 120_000;

const noFault = { id: 'no-fault', sentence: 'Nothing is changed.' };

interface ProofRun extends Proving {
  readonly signal: AbortSignal;
  readonly time: <T>(part: string, work: Promise<T>) => Promise<T>;
}

/** Tries the faults of members in the recording; resolves to those that are to cross the wire. */
const plantAll = async (
  cases: readonly FaultCase[],
  { control, matrix, signal }: ProofRun,
): Promise<readonly FaultCase[]> => {
  const recording = new PlantedRecording(control.world);
  const onTheWire = oneOfEachKind(cases);
  const left: FaultCase[] = [];
  let turn = 0;
  await forEach(cases, { atOnce: 1, signal }, async (it) => {
    turn += 1;
    if (turn % plantedInTurn === 0) await nextTurn();
    const noticed = await tryInRecording(it, recording, matrix);
    if (!noticed || onTheWire.has(it)) left.push(it);
  });
  return left;
};

/** Variations that make clients wait begin first, and all at once: they leave the processor to others. */
const tryAllVariations = async (
  cases: readonly VariationCase[],
  run: ProofRun,
): Promise<readonly Passing[]> => {
  const { signal } = run;
  const passing: Passing[] = [];
  const work = async (it: VariationCase) => void passing.push(await tryVariation(it, run));
  const waiting = cases.filter(({ variation }) => variation.waits);
  const others = cases.filter(({ variation }) => !variation.waits);
  await Promise.all([
    forEach(waiting, { atOnce: Math.max(1, waiting.length), signal }, work),
    forEach(others, { atOnce: worldsAtOnce.variations, signal }, work),
  ]);
  return passing;
};

const tryFaults = async (cases: readonly FaultCase[], run: ProofRun): Promise<number> => {
  const { signal, time } = run;
  const derived = cases.filter(({ fault }) => fault.derived);
  const byHand = cases.filter(({ fault }) => !fault.derived);
  const work = (it: FaultCase) => tryOnTheWire(it, run);
  const [left] = await Promise.all([
    time('planting', plantAll(derived, run)),
    time('faults by hand', forEach(byHand, { atOnce: worldsAtOnce.faults, signal }, work)),
  ]);
  await time('derived faults on the wire', forEach(left, { atOnce: worldsAtOnce.faults, signal }, work));
  return derived.length - left.length;
};

const timer = () => {
  const took: Record<string, number> = {};
  const time = async <T>(part: string, work: Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work;
    took[part] = (performance.now() - start) / 1000;
    return result;
  };
  return { took, time };
};

/** Proves the registered checks that are in scope. */
export const prove = async ({ onPlan, ...options }: ProveOptions): Promise<Proved> => {
  const { target, scope, seed, signal } = options;
  const checks = registeredChecks().filter(({ requirement }) => scope.requirements.has(requirement));
  const known = new Set(checks.map(({ requirement }) => requirement));
  const budgets = { ...target.budgets, timeoutMs };
  const worlds = new Worlds({ target: { ...target, budgets }, seed, signal });
  const [faults, variations] = [faultCases(scope, checks), variationCases(scope, checks)];
  const pairs = faults.reduce((sum, { promised }) => sum + promised.length, 0);
  onPlan?.({ pairs, services: variations.length + 1 });
  const { took, time } = timer();
  const matrix = new KillMatrix();
  try {
    const control = await time('without a fault', ControlRun.of(checks, worlds.control()));
    const run: ProofRun = { worlds, control, checks, matrix, signal, time };
    const [passing, planted] = await Promise.all([
      time('variations', tryAllVariations(variations, run)),
      time('faults', tryFaults(faults, run)),
    ]);
    const proof = proofOf({
      seed,
      matrix,
      passing: [passingOf(noFault, control.outcomes), ...passing],
      // A proof that is narrowed to some faults asks no requirement for another.
      demanded: scope.catalogued ? [] : scope.requirements,
      missing: [...scope.requirements].filter((id) => !known.has(id)),
    });
    return { proof, planted, sent: worlds.sent, took };
  } finally {
    await worlds.close();
  }
};
