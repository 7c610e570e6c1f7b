import { createHash } from 'node:crypto';

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
