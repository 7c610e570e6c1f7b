import type { Reply } from '#evidence';
import type { Found } from './judgement.ts';

/** A difference in a reply: its place, the expectation, and the observation in the abstract. */
export const at = (reply: Reply, code: string, where: string, expected: string, observed: string): Found => ({
  code,
  operation: reply.operation,
  where,
  expected,
  observed,
  shownBy: reply,
});
