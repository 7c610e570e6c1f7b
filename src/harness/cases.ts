import type { Profile, RunPlan } from '#contract';
import type { Condition } from './condition.ts';

/** How much is tried of whatever is drawn at random. */
export interface Extent {
  /** Distinct cases of a property. */
  readonly cases: number;
  /** Whether the examples that an arbitrary carries are tried besides. */
  readonly examples: boolean;
  /** Sequences of a model besides its tour, and the most steps of each; as many as the tour has where that is more. */
  readonly sequences: number;
  readonly steps: number;
}

export const extents: Readonly<Record<Profile, Extent>> = {
  smoke: { cases: 1, examples: false, sequences: 0, steps: 0 },
  gate: { cases: 12, examples: true, sequences: 2, steps: 0 },
  deep: { cases: 150, examples: true, sequences: 40, steps: 40 },
};

/** Enough to show that a freedom is left alone, of which any case would be a sign; a proof tries hundreds of them. */
const sparing: Extent = { cases: 1, examples: false, sequences: 0, steps: 0 };

/** In a proof, sequences are the tour alone: nothing of it is drawn, so that every proof is the same. */
export const extentOf = ({ profile, proof }: RunPlan, { fault, beside, brief }: Condition): Extent => {
  if (proof === undefined || fault === undefined) return brief ? sparing : extents[profile];
  return beside ? sparing : { ...extents[profile], sequences: 0 };
};
