import type { ProofSummary } from '../proof-file.ts';

/** Faults that are named; the rest are counted. */
const mostNamed = 8;

const list = (faults: readonly string[]): string => {
  const more = faults.length - mostNamed;
  return faults.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** How a requirement's check was shown to be able to fail, in one line; undefined where `prove` said nothing of it. */
export const proofTextOf = (id: string, { matrix }: ProofSummary): string | undefined => {
  const row = Object.entries(matrix[id] ?? {});
  if (row.length === 0) return undefined;
  const killed = row.filter(([, result]) => result === 'killed').map(([fault]) => fault);
  const survived = row.filter(([, result]) => result === 'survived').map(([fault]) => fault);
  const missed = survived.length > 0 ? `; survived: ${list(survived)}` : '';
  return `Proof: the check killed ${killed.length} of ${row.length} planted faults (${list(killed)})${missed}`;
};
