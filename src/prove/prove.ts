import { registeredChecks } from '#checks';
import type { Target } from '#contract';
import { ControlRun } from './control-run.ts';
import { KillMatrix, type Passing, type Proof, proofOf } from './proof.ts';
import { faultCases, type ProofScope, type VariationCase, variationCases } from './scope.ts';
import { type Proving, tryFault } from './trying.ts';
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
  readonly sent: number;
  /** Seconds of each part; some parts are done at the same time. */
  readonly took: Readonly<Record<string, number>>;
}

/** Worlds that are tried at once: more take no less time; four more with faults take 30 MB, two more with variations 15. */
const worldsAtOnce = { variations: 6, faults: 8 };

/** No fault keeps an answer back: one is late only where the machine is busy. */
const timeoutMs = 120_000;

const noFault = { id: 'no-fault', sentence: 'Nothing is changed.' };

interface ProofRun extends Proving {
  readonly signal: AbortSignal;
}

/** Variations that make clients wait begin first, and all at once: they leave the processor to others. */
const tryAllVariations = async (cases: readonly VariationCase[], run: ProofRun): Promise<readonly Passing[]> => {
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
  const control = await time(
    'without a fault',
    worlds.within({}, (world) => ControlRun.of(checks, world)),
  );
  const run = { worlds, control, matrix, signal };
  const tryFaults = forEach(faults, { atOnce: worldsAtOnce.faults, signal }, (it) => tryFault(it, run));
  const [passing] = await Promise.all([
    time('variations', tryAllVariations(variations, run)),
    time('faults', tryFaults),
  ]);
  const proof = proofOf({
    seed,
    matrix,
    faultless: passingOf(noFault, control.outcomes),
    passing,
    // A proof that is narrowed to some faults asks no requirement for another.
    demanded: scope.catalogued ? [] : scope.requirements,
    missing: [...scope.requirements].filter((id) => !known.has(id)),
  });
  return { proof, sent: worlds.sent, took };
};
