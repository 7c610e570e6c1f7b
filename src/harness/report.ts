import { type Check, isUniversal, type UniversalCheck } from '#checks';
import type { TestReport } from '#contract';
import type { Reply } from '#evidence';
import { evidenceOf, findingOf, judgeCheck } from './judge.ts';
import type { Session } from './session.ts';
import { withSmallestCase } from './smaller.ts';

const counted = new WeakSet<Reply>();

/** Drawn cases that no check has judged before. */
const countNewCases = (judged: readonly Reply[]): number => {
  const fresh = judged.filter((reply) => reply.request.purpose.drawn !== undefined && !counted.has(reply));
  for (const reply of fresh) counted.add(reply);
  return fresh.length;
};

/** Judges a check in the world of a session, and reports it. */
export const reportOf = async (
  check: Check | UniversalCheck,
  { world, facts, traffic }: Session,
): Promise<TestReport> => {
  const judged = await judgeCheck(check, world);
  const { outcome, findings } = isUniversal(check)
    ? { outcome: judged, findings: judged.findings.map(findingOf) }
    : await withSmallestCase(check, judged, world);
  const clockAheadMs = facts.clockAheadMs();
  const cases = countNewCases(outcome.judged);
  return {
    requirement: check.requirement,
    findings,
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
