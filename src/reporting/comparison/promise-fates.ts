// What became of each promise of the document in two runs. Each promise counts once, so all numbers add up.
import { isPromise, requirements } from '#contract';
import type { JudgedRequirement } from '../verdict.ts';
import type { Comparison } from './compare-runs.ts';
import { wordOf } from './turn-lines.ts';
import type { Incomparable } from './turns.ts';

export interface PromiseFates {
  readonly all: number;
  readonly kept: number;
  readonly broken: number;
  readonly fixed: number;
  readonly accepted: number;
  /** Broken in both runs, with or without a waiver. */
  readonly stillBroken: number;
  /** Only one run tested these promises, or the two runs used different rules. */
  readonly notCompared: readonly Incomparable[];
  /** The requirements of the newer run; undefined for a promise that neither run knew. */
  readonly inNeither: readonly (JudgedRequirement | undefined)[];
}

export const promiseFates = ({ before, after, fates: ofAll }: Comparison): PromiseFates => {
  const known = new Map<string, Pick<JudgedRequirement, 'id' | 'firmness'>>(
    [...requirements, ...before.requirements, ...after.requirements].map((each) => [each.id, each]),
  );
  const ids = [...known].filter(([, each]) => isPromise(each)).map(([id]) => id);
  const fates = ids.map((id) => {
    const { was, is, fate = 'untested' } = ofAll.get(id) ?? {};
    if (fate === 'untested') return { neither: is ?? was };
    if (fate === 'alike')
      return { word: was?.outcome === 'conforms' && is?.outcome === 'conforms' ? 'kept' : 'still broken' };
    return fate.doer === 'service' ? { word: wordOf(fate) } : { own: fate };
  });
  const count = (word: string): number => fates.filter((fate) => fate.word === word).length;
  return {
    all: ids.length,
    kept: count('kept'),
    broken: count('broken'),
    fixed: count('fixed'),
    accepted: count('accepted'),
    stillBroken: count('still broken'),
    notCompared: fates.flatMap(({ own }) => own ?? []),
    inNeither: fates.flatMap((fate) => ('neither' in fate ? [fate.neither] : [])),
  };
};

/** Counts the promises that both runs tested by the same rules. */
export const comparedIn = ({ kept, broken, fixed, accepted, stillBroken }: PromiseFates): number =>
  kept + broken + fixed + accepted + stillBroken;
