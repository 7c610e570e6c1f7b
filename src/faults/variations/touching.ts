import type { Touched } from '#contract';
import type { Variation } from '../planted.ts';

/** Variations that change the same replies, save those that name others themselves. */
export const touching = (touched: Touched, variations: readonly Variation[]): readonly Variation[] =>
  variations.map((variation) => ({ ...touched, ...variation }));
