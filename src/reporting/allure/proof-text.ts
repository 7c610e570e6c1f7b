import type { ProofTold } from '../proof-file.ts';

/** Faults that are named; the rest are counted. */
const mostNamed = 8;

const list = (faults: readonly string[]): string => {
  const more = faults.length - mostNamed;
  return faults.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** How a requirement's check was shown to be able to fail, in one line; undefined where `prove` said nothing of it. */
export const proofTextOf = (id: string, { matrix }: ProofTold): string | undefined => {
  const row = Object.entries(matrix[id] ?? {});
  if (row.length === 0) return undefined;
  const caught = row.filter(([, result]) => result === 'caught').map(([fault]) => fault);
  const blind = row.filter(([, result]) => result === 'blind').map(([fault]) => fault);
  const missed = blind.length > 0 ? `; not noticed: ${list(blind)}` : '';
  return `Proof: the check noticed ${caught.length} of ${row.length} planted faults (${list(caught)})${missed}`;
};
