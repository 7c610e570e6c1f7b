import { type Check, type Found, isUniversal, type UniversalCheck } from '#checks';
import type { TestReport } from '#contract';
import type { Reply } from '#evidence';
import { evidenceOf, findingOf, judgeCheck, type Outcome } from './judge.ts';
import type { ByHand } from './reproduction.ts';
import type { Session } from './session.ts';
import { withSmallestCase } from './smaller.ts';

const counted = new WeakSet<Reply>();

/** Drawn cases that no check has judged before. */
const countNewCases = (judged: readonly Reply[]): number => {
  const fresh = judged.filter((reply) => reply.request.purpose.drawn !== undefined && !counted.has(reply));
  for (const reply of fresh) counted.add(reply);
  return fresh.length;
};

/** Most requests that a finding is made again by. */
const mostRequests = 3;

/** How a finding is made again: by the request that shows it, or by all that were judged together, in their order. */
const handOf = ({ shownBy }: Found, { judged }: Outcome, byHand: Session['byHand']): ByHand | undefined => {
  const replies = shownBy ? [shownBy] : judged.length <= mostRequests ? judged : [];
  const parts = replies.map(byHand);
  const last = parts.at(-1);
  if (last === undefined || parts.includes(undefined)) return undefined;
  return { request: last.request, curl: parts.map((part) => part?.curl).join(' && ') };
};

/** Judges a check in the world of a session, and reports it. */
export const reportOf = async (
  check: Check | UniversalCheck,
  { world, facts, traffic, byHand }: Session,
): Promise<TestReport> => {
  const judged = await judgeCheck(check, world);
  const { outcome, replay } = isUniversal(check)
    ? { outcome: judged }
    : await withSmallestCase(check, judged, world);
  const clockAheadMs = facts.clockAheadMs();
  const cases = countNewCases(outcome.judged);
  return {
    requirement: check.requirement,
    findings: outcome.findings.map((found) => ({
      ...findingOf(found, handOf(found, outcome, byHand)),
      ...(replay && { replay }),
    })),
    observations: outcome.observations,
    exchanges: evidenceOf(outcome),
    sightings: facts.take((probe) => world.ended.has(probe)),
    ...(outcome.untested === undefined ? {} : { untested: outcome.untested }),
    ...(outcome.broken ? { broken: outcome.broken } : {}),
    ...(clockAheadMs > 0 ? { clockAheadMs } : {}),
    ...(cases > 0 ? { cases } : {}),
    judgements: outcome.judged.length,
    traffic: traffic(),
  };
};
