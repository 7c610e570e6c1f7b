import type fc from 'fast-check';
import type { Conformance } from './conformance.ts';
import { type TrialContext, tryAll } from './trial.ts';

/** Cases may be under way together: each is judged by what it is given, which tells whether it judged anything. */
export type ForAll = <T>(
  arbitrary: fc.Arbitrary<T>,
  judge: (value: T, t: Conformance) => Promise<void>,
) => Promise<void>;

export interface PropertyContext {
  /** A new turn for each property of a test. */
  readonly turn: () => TrialContext;
  readonly openCase: () => { readonly t: Conformance; readonly isJudged: () => boolean };
  readonly tell: (value: unknown) => string;
}

/** Drawn besides the examples, however many there are. */
const leastDrawn = 2;

/** Values that stand for whole families of mistakes, where the arbitrary carries such: tried whatever is drawn. */
const examplesOf = <T>(arbitrary: fc.Arbitrary<T>): readonly T[] =>
  'examples' in arbitrary && typeof arbitrary.examples === 'function' ? arbitrary.examples() : [];

/** How a case is told: by the arbitrary where it has words for its values, and else without all that is in it. */
const tellerOf = <T>(
  arbitrary: fc.Arbitrary<T>,
  otherwise: (value: unknown) => string,
): ((value: T) => string) =>
  'tell' in arbitrary && typeof arbitrary.tell === 'function'
    ? (arbitrary.tell as (value: T) => string)
    : otherwise;

/** Judges a claim over generated cases, as many as the profile says. */
export const createForAll =
  ({ turn, openCase, tell }: PropertyContext): ForAll =>
  (arbitrary, judge) => {
    const context = turn();
    const { cases, examples } = context.extent;
    const known = examples ? examplesOf(arbitrary) : [];
    return tryAll(context, {
      arbitrary,
      examples: known,
      cases: Math.max(cases - known.length, Math.min(cases, leastDrawn)),
      judge: async (value) => {
        const { t, isJudged } = openCase();
        await judge(value, t);
        return isJudged();
      },
      tell: tellerOf(arbitrary, tell),
    });
  };
