import type { Reply } from '#client';
import type { Difference } from './verdicts.ts';

/** A difference met in a reply: where, what was promised, and what was met in the abstract. */
export const at = (
  reply: Reply,
  code: string,
  where: string,
  expected: string,
  observed: string,
): Difference => ({ code, operation: reply.operation, where, expected, observed });
