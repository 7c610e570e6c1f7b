// A defect of transport that shows in most answers is one cause: one requirement reports it, with its count, and what cannot be judged
// because of it has no result.

import type { AnyCheck } from '#checks';
import { ProtocolViolation } from '#client';
import type { RequirementId } from '#contract';
import { untested } from '#evidence';
import { type CheckOutcome, ofFailure } from './judge.ts';
import type { JudgedWorld } from './world.ts';

const reporter: RequirementId = 'http/is-well-formed';

/** True where no answer could be formed, so that the finding is none about what an answer says. */
export const isOfTransport = ({ findings }: CheckOutcome): boolean =>
  findings.length > 0 && findings.every(({ code, shownBy }) => shownBy === undefined && code !== 'NO_ANSWER');

/** The outcome of a check, where a defect of transport that shows in most answers is reported by one of all checks. */
export const oneCause = (
  check: AnyCheck,
  outcome: CheckOutcome,
  { checks, world }: { readonly checks: readonly AnyCheck[]; readonly world: JudgedWorld },
): CheckOutcome => {
  const [found] = outcome.findings;
  if (found === undefined || !isOfTransport(outcome)) return outcome;
  const { replies, unanswered = [] } = world;
  const times = unanswered.filter((error) => error instanceof ProtocolViolation && error.code === found.code).length;
  const isOfMost = 2 * times > replies.length + unanswered.length;
  if (!isOfMost || times < 2 || !checks.some(({ requirement }) => requirement === reporter)) return outcome;
  if (check.requirement === reporter) return { ...outcome, findings: [{ ...found, times }] };
  const why = `most answers cannot be read: ${found.observed} at ${found.where}, where ${found.expected} was expected`;
  return ofFailure(untested('UNREADABLE', why));
};
