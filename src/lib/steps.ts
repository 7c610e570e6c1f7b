/** Steps in which a baseline keeps what moves a little without meaning it, smallest first. */

const speeds = [
  [100, 'below 100 ms'],
  [300, 'below 300 ms'],
  [1_000, 'below 1 s'],
  [3_000, 'below 3 s'],
  [Number.POSITIVE_INFINITY, '3 s and more'],
] as const;

// A span that is meant to be 15 minutes may be a moment shorter.
const spans = [
  [9.8, 'below 10 s'],
  [59, 'from 10 s'],
  [885, 'from 1 min'],
  [3_540, 'from 15 min'],
  [85_000, 'from 1 h'],
  [Number.POSITIVE_INFINITY, 'from 1 d'],
] as const;

const within = (steps: readonly (readonly [below: number, name: string])[], value: number): string =>
  steps.find(([below]) => value < below)?.[1] ?? '';

export const speedSteps: readonly string[] = speeds.map(([, name]) => name);

export const speedStep = (milliseconds: number): string => within(speeds, milliseconds);

export const spanSteps: readonly string[] = spans.map(([, name]) => name);

export const spanStep = (seconds: number): string => within(spans, seconds);

const stepsPerDecade = 24;

/** A number as a step of a tenth of it: `step 48` is about 100. A number below zero is often said for `none`. */
export const numberStep = (value: number): string => {
  if (!(value > 0)) return value === 0 ? 'zero' : 'none';
  return `step ${Math.round(Math.log10(value) * stepsPerDecade)}`;
};
