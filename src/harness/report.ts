import { type AnyCheck, type Found, isUniversal } from '#checks';
import type { Finding, TestReport } from '#contract';
import type { Reply } from '#evidence';
import { answersIn } from './attribute.ts';
import type { GatheredData } from './gather.ts';
import { type CheckOutcome, findingOf, judgeCheck, reportedOf } from './judge.ts';
import type { ByHand } from './reproduction.ts';
import type { Session } from './session.ts';
import { guarded } from './shell.ts';
import { shrink } from './shrink.ts';

const counted = new WeakSet<Reply>();

/** Drawn cases that no check has judged before. */
const countNewCases = (judged: readonly Reply[]): number => {
  const fresh = judged.filter((reply) => reply.request.purpose.drawn !== undefined && !counted.has(reply));
  for (const reply of fresh) counted.add(reply);
  return fresh.length;
};

/** Most requests that a finding is made again by. */
const maxRequests = 3;

/** The reply that shows a finding, or all that were judged together, in their order. */
const repliesOf = ({ shownBy }: Found, { judged }: CheckOutcome): readonly Reply[] => {
  if (shownBy) return [shownBy];
  return judged.length <= maxRequests ? judged : [];
};

const handOf = (replies: readonly Reply[], byHand: Session['byHand']): ByHand | undefined => {
  const parts = replies.map(byHand);
  const last = parts.at(-1);
  if (last === undefined || parts.includes(undefined)) return undefined;
  return { request: last.request, curl: guarded(parts.map((part) => part?.curl).join(' && ')) };
};

/** More of a body shows no more of a finding. */
const maxBody = 1_500;

/** The status, and of the first finding the body too: those of one requirement are mostly of one answer. */
const answerOf = (reply: Reply | undefined, isFirst: boolean): Pick<Finding, 'answer'> => {
  if (reply === undefined) return {};
  const { status, exchange } = reply;
  const { body = '' } = exchange.reply ?? {};
  if (!isFirst || body === '') return { answer: { status } };
  return {
    answer: { status, body: body.length > maxBody ? `${body.slice(0, maxBody)}\u2026` : body },
  };
};

/** Judges a check in the world of a session, once its data are gathered, and reports it. */
export const reportOf = async (
  check: AnyCheck,
  { world, facts, traffic, byHand }: Session,
  gathered?: GatheredData,
): Promise<TestReport> => {
  const judged = await judgeCheck(check, world, gathered);
  const { outcome, replay } = isUniversal(check) ? { outcome: judged } : await shrink(check, judged, world);
  const clockAheadMs = facts.clockAheadMs();
  const cases = countNewCases(outcome.judged);
  return {
    ...reportedOf(check, outcome),
    findings: outcome.findings.map((found, at) => {
      const replies = repliesOf(found, outcome);
      return {
        ...findingOf(found),
        ...handOf(replies, byHand),
        ...answerOf(replies.at(-1), at === 0),
        ...(replay && { replay }),
      };
    }),
    observedFacts: facts.take((probe) => world.ended.has(probe)),
    ...(outcome.untested === undefined ? {} : { untested: outcome.untested }),
    ...(clockAheadMs > 0 ? { clockAheadMs } : {}),
    ...(cases > 0 ? { cases } : {}),
    traffic: { ...traffic(), answers: answersIn(world) },
  };
};
