import { createHash } from 'node:crypto';
import type { JudgedFinding } from './verdict.ts';

/** Consonants alone: an id can be typed, reads as no word, and is never taken for a number or a key. */
const letters = 'bcdfghjkmnpqrstvwxz';
const half = 4;

/** The place without its indexes: the same defect keeps its id when another item shows it. */
export const patternOf = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/** Stays the same from run to run and from target to target, whatever case shows the finding. */
export const findingId = (
  requirement: string,
  { code, operation, where }: Pick<JudgedFinding, 'code' | 'operation' | 'where'>,
): string => {
  const digest = createHash('sha256').update(
    JSON.stringify([requirement, code, operation, patternOf(where)]),
  );
  const drawn = [...digest.digest().subarray(0, 2 * half)].map((byte) =>
    letters.charAt(byte % letters.length),
  );
  return `${drawn.slice(0, half).join('')}-${drawn.slice(half).join('')}`;
};
