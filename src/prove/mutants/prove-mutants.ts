import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyCheck, registeredChecks } from '#checks';
import type { Target } from '#contract';
import { forEach } from '../worlds.ts';
import { type Gated, runGate } from './gate.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { type MutantReport, type MutantRuling, mutantReport } from './report.ts';
import { Workshop } from './serve.ts';
import { isServed, readSources } from './sources.ts';
import { loadLanguage } from './syntax.ts';

export interface ProveMutantsOptions {
  /** The embedded sandbox as it is; its settings aim the gate at every mutant too. */
  readonly target: Target;
  readonly sources: string;
  readonly rulings: readonly MutantRuling[];
  readonly size: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Each has a thread that serves; the gates share the one that judges. */
const mutantsAtOnce = 3;

/** Requests are the same for each mutant, in any sample. */
const gateSeed = 1;

interface Trying {
  readonly target: Target;
  readonly workshop: Workshop;
  readonly checks: readonly AnyCheck[];
  readonly signal: AbortSignal;
}

const tryMutant = async (mutant: Mutant, { target, workshop, checks, signal }: Trying): Promise<Gated> => {
  const service = await workshop.serve(mutant);
  if (service === undefined) return { fate: 'not viable', by: 'it does not come to serve' };
  try {
    const { baseUrl } = service;
    return await runGate({ target: { ...target, baseUrl }, checks, seed: gateSeed, signal });
  } finally {
    await service.close();
  }
};

const rank = (seed: number, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');

/**
 * So many of them by seed. Each has its rank by itself: a larger sample holds the smaller one, and an edit of the
 * sources leaves the rest of it as it was.
 */
export const sample = <T extends { readonly id: string }>(
  from: readonly T[],
  { seed, size }: { readonly seed: number; readonly size: number },
): readonly T[] =>
  from
    .map((it) => ({ it, rank: rank(seed, it.id) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ it }) => it);

export const proveMutants = async (options: ProveMutantsOptions): Promise<MutantReport> => {
  const { target, seed, size, signal, rulings } = options;
  const [language, sources] = await Promise.all([loadLanguage(), readSources(options.sources)]);
  const possible = sources.filter(isServed).flatMap(({ file, text }) => mutantsOf(file, text, language));
  const chosen = sample(possible, { seed, size });
  const folder = await mkdtemp(join(tmpdir(), 'ramp-conformance-mutants-'));
  const results: [Mutant, Gated][] = [];
  try {
    const workshop = new Workshop(folder, sources, language);
    const trying: Trying = { target, workshop, checks: registeredChecks(), signal };
    await forEach(chosen, { atOnce: mutantsAtOnce, signal }, async (mutant) => {
      results.push([mutant, await tryMutant(mutant, trying)]);
    });
    return mutantReport({ seed, possible, results, rulings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
