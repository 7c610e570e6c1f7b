import type { Verdict } from './verdict.ts';

/** The target with its release, where the run was given one: `sandbox.vendor.example, release 2.15`. */
export const targetText = ({ target, release }: Pick<Verdict, 'target' | 'release'>): string =>
  release === undefined ? target.label : `${target.label}, release ${release}`;
