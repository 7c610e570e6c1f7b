import type { Variation } from '../planted.ts';

/** Variations that change nothing but successes, or nothing but refusals, save those that say otherwise themselves. */
export const changingOnly = (
  replies: NonNullable<Variation['replies']>,
  all: readonly Variation[],
): readonly Variation[] => all.map((each) => ({ replies, ...each }));
