import type fc from 'fast-check';
import { type TrialContext, tryAll } from './trial.ts';

export type ForAll = <T>(arbitrary: fc.Arbitrary<T>, judge: (value: T) => Promise<void>) => Promise<void>;

interface PropertyContext {
  /** A new turn for each property of a test. */
  readonly turn: () => TrialContext;
  readonly tell: (value: unknown) => string;
}

/** Judges a claim over generated cases, as many as the profile says. */
export const createForAll =
  ({ turn, tell }: PropertyContext): ForAll =>
  (arbitrary, judge) => {
    const context = turn();
    return tryAll(context, { arbitrary, cases: context.extent.cases, judge, tell });
  };
