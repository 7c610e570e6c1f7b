/** Steps in which a baseline keeps spans, which move a little without meaning it, smallest first. */

// A span that is meant to be 15 minutes may be a moment shorter.
const spans = [
  [9.8, 'below 10 s'],
  [59, 'from 10 s'],
  [885, 'from 1 min'],
  [3_540, 'from 15 min'],
  [85_000, 'from 1 h'],
  [Number.POSITIVE_INFINITY, 'from 1 d'],
] as const;

export const spanSteps: readonly string[] = spans.map(([, name]) => name);

export const spanStep = (seconds: number): string => spans.find(([below]) => seconds < below)?.[1] ?? '';
