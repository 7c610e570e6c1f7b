import { type Attribution, isNotice, pageInsteadOfRecord, unreadable } from '#attribution';
import {
  type AnyCheck,
  type Check,
  type CheckContext,
  type Found,
  isUniversal,
  type Judgement,
  sourcesOf,
  type UniversalCheck,
} from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import { isOrder, type OperationId, requirementOf } from '#contract';
import { Reasoned, type Reply, Untested, untested } from '#evidence';
import { probesOf } from '#probes';
import {
  type BlockedKind,
  chain,
  type Exchange,
  failureReason,
  isServerError,
  isSuccess,
  type Observation,
  type Profile,
  type Reason,
  type UntestedBy,
} from '#run';
import { attributionFor, probedReplies, repliesOfUniversal, unansweredIn } from './attributed.ts';
import { type GatheredData, gather, isOfKnownKey } from './gather.ts';
import { isWithin, leavesOut } from './inputs.ts';
import type { JudgedWorld } from './world.ts';

export interface CheckOutcome {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly observations: readonly Observation[];
  /** Why nothing was judged, the reason that is reported first; none where the check has judged. */
  readonly reasons: readonly Reason[];
  readonly unanswered?: readonly Exchange[];
  /** Kinds of invalid input that only a gateway answered, where the check has judged others. */
  readonly blocked?: readonly BlockedKind[];
  readonly durationMs?: number;
}

export type CheckOutcomes = ReadonlyMap<AnyCheck, CheckOutcome>;

const nothing = { findings: [], judged: [], observations: [], reasons: [] } as const;

const exchangeOf = ({ exchange }: NoAnswer | ProtocolViolation): readonly Exchange[] => (exchange ? [exchange()] : []);

/** The place of a mistake of ours; its message may hold a payload's value and is left out. */
const firstFrame = ({ stack }: { readonly stack?: string }): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

/** The outcome of a check without a judgement: the service's fault, a missing role, no answer, or our own mistake. */
export const ofFailure = (error: unknown): CheckOutcome => {
  if (error instanceof NoAnswer) return { ...nothing, reasons: error.reasons, unanswered: exchangeOf(error) };
  if (error instanceof Reasoned) return { ...nothing, reasons: error.reasons };
  if (error instanceof ProtocolViolation)
    return {
      ...nothing,
      findings: [{ ...error.problem, operation: error.operation }],
      unanswered: exchangeOf(error),
    };
  const message = error instanceof Error ? `${error.name}: ${firstFrame(error)}` : 'unknown';
  return { ...nothing, reasons: [failureReason('HARNESS_MISTAKE', message)] };
};

/** True where a requirement of an operation is about how its requests are answered. */
const wantsAnswer = ({ requirement }: AnyCheck, operation: OperationId): boolean => {
  const { subject, asks } = requirementOf(requirement);
  return subject === operation && asks !== undefined;
};

const quotaOf = ({ message, operation }: NoAnswer): Untested => untested('RATE_LIMITED', message, { operation });

/** True where a limit turned an order away once others of its operation were accepted: a quota, which is the service's doing. */
const isOfQuota = (error: unknown, { replies, setting }: JudgedWorld): error is NoAnswer =>
  error instanceof NoAnswer &&
  error.code === 'RATE_LIMITED' &&
  isOrder(error.operation) &&
  isOfKnownKey(error, setting) &&
  replies.some((reply) => reply.operation === error.operation && isSuccess(reply));

/**
 * The failure as the service's, where it closes the connection on such requests each time, and answers all others: a handler
 * has failed. What a firewall may look for, and what else stands on the answer, is untested.
 */
const failureOf = (error: unknown, check: AnyCheck, world: JudgedWorld): unknown => {
  const { isFlaky, setting } = world;
  if (isOfQuota(error, world)) return quotaOf(error);
  if (!(error instanceof NoAnswer) || !error.isRepeated || isFlaky) return error;
  const { operation, mayBeFiltered, exchange } = error;
  const closed = 'the connection is closed without an answer, each time that such a request is sent';
  if (mayBeFiltered || !isOfKnownKey(error, setting) || !wantsAnswer(check, operation))
    return untested('CONNECTION_CLOSED', `${operation}: ${closed}`, { operation });
  const problem = { code: 'NO_ANSWER', where: 'connection', expected: 'an answer', observed: closed };
  const violation = new ProtocolViolation(operation, problem);
  if (exchange) violation.exchange = exchange;
  return violation;
};

const isBroken = ({ reasons }: CheckOutcome): boolean => reasons[0]?.failed ?? false;

const isUntestedBy = ({ reasons: [first] }: CheckOutcome, who: UntestedBy): boolean =>
  first?.by === who && !first.failed;

const weight = (outcome: CheckOutcome): number => (outcome.findings.length > 0 ? 2 : isBroken(outcome) ? 1 : 0);

/** The heaviest of what kept parts of the data away; a role that is missing for a part of them is no matter. */
const heaviest = (kept: readonly CheckOutcome[]): CheckOutcome | undefined =>
  kept.filter((outcome) => weight(outcome) > 0).toSorted((one, other) => weight(other) - weight(one))[0];

const ofJudgement = ({ findings, judged, facts = [] }: Judgement): CheckOutcome => ({
  findings,
  judged,
  reasons: [],
  observations: facts.map(({ operation, situation, fact, byChance }) => ({
    operation,
    situation,
    fact: String(fact),
    ...(byChance ? { drawn: true as const } : {}),
  })),
});

/** Ended without a judgement, a fact or a reason: then what kept the data away is the reason. */
const isSilent = ({ judged, observations, reasons }: CheckOutcome): boolean =>
  judged.length + observations.length + reasons.length === 0;

/** A promise of each case, which those that were answered do not show: an accepted one may be among the others. */
const isOfEachCase = ({ requirement }: AnyCheck): boolean => {
  const { asks, ofEachValue = false } = requirementOf(requirement);
  return ofEachValue || asks === 'refusal' || asks === 'survival';
};

/** The outcome that decides, with the reasons of others behind its own; an outcome with a finding needs none. */
const behind = (outcome: CheckOutcome, others: readonly CheckOutcome[]): CheckOutcome => {
  const { findings, reasons } = outcome;
  if (findings.length > 0) return outcome;
  return {
    ...outcome,
    reasons: chain(
      reasons,
      others.flatMap((other) => other.reasons),
    ),
  };
};

/**
 * A finding takes precedence over everything; then what gave no usable answer, because it may have hidden a finding; then what
 * was judged or observed, save where each case must be seen. Where there was nothing to judge, what the user left out or a quota kept
 * away came before it, and is reported first. All other reasons stand behind it, as they came.
 */
const settle = (check: AnyCheck, { world, failures }: Judging, judge: () => Judgement): CheckOutcome => {
  const kept = failures.map(ofFailure);
  const missed = heaviest(kept);
  const began = performance.now();
  let outcome: CheckOutcome;
  try {
    outcome = { ...ofJudgement(judge()), durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    outcome = ofFailure(isOfQuota(error, world) ? quotaOf(error) : error);
  }
  if (outcome.findings.length > 0) return outcome;
  const all = [...kept, outcome];
  if (missed !== undefined) return behind(missed, all);
  if (isSilent(outcome)) return behind(kept[0] ?? outcome, kept);
  const limited = kept.find(({ reasons: [first] }) => first?.code === 'RATE_LIMITED' && !first.failed);
  const isUntested = outcome.reasons.length > 0 && !isBroken(outcome);
  if (limited && !isUntested && isOfEachCase(check)) return behind(limited, all);
  if (!isUntestedBy(outcome, 'nothing to judge')) return outcome.reasons.length > 0 ? behind(outcome, kept) : outcome;
  return behind(kept.find((each) => isUntestedBy(each, 'user')) ?? limited ?? outcome, all);
};

/** Smoke sends what stated requirements need; what it shows of others is no sign of what there is. */
const isLeftBySmoke = ({ requirement }: AnyCheck, profile: Profile): boolean =>
  profile === 'smoke' && requirementOf(requirement).firmness !== 'stated';

/** The reason, where a page or redirect came instead of some answers. */
const lackByPage = (replies: readonly Reply[]): Untested | undefined => {
  const [reason] = replies.flatMap((reply) => pageInsteadOfRecord(reply) ?? []);
  return reason === undefined ? undefined : unreadable(reason);
};

/** The reason, where a listing or record was kept away by a failure of the service. */
const lackByFailure = (replies: readonly Reply[]): Untested | undefined => {
  const failed = replies.find(
    (reply) => isServerError(reply) && reply.request.method === 'GET' && !reply.request.purpose.odd,
  );
  if (failed === undefined) return undefined;
  const { operation, status } = failed;
  return untested('NOT_SERVED', `${operation} was answered ${status}`, { operation });
};

/** The reason, where a notice came in place of a record. */
const lackByNotice = (replies: readonly Reply[]): Untested | undefined => {
  const notice = replies.find((reply) => reply.request.method === 'GET' && isNotice(reply));
  if (notice === undefined) return undefined;
  const { operation } = notice;
  return untested('UNREADABLE', `${operation} was answered with another body than its record`, { operation });
};

/** Whose answers left a check without anything to judge, or which smaller profile; a refusal remains the service's doing. */
const explained = (check: AnyCheck, outcome: CheckOutcome, { world, attribution }: Judging): CheckOutcome => {
  const lacks = isUntestedBy(outcome, 'nothing to judge');
  if (outcome.findings.length > 0 || (!lacks && !isSilent(outcome))) return outcome;
  const own = probedReplies(check, world).filter((reply) => attribution.of(reply).by !== 'disturbed');
  const { profile } = world.setting;
  const later = sourcesOf(check)
    .flatMap(probesOf)
    .find((probe) => !isWithin(probe, profile));
  const left = isLeftBySmoke(check, profile) ? ({ minProfile: 'gate' } as const) : later;
  const withheld = own.map(attribution.of).find(({ by }) => by === 'no route' || by === 'lock-out')?.why;
  const reason =
    (lacks
      ? (lackByPage(own) ?? lackByFailure(own) ?? lackByNotice(own) ?? (left && leavesOut(left, profile)))
      : undefined) ??
    (withheld && new Untested([withheld]));
  return reason === undefined ? outcome : behind(ofFailure(reason), [outcome]);
};

const contextOf = ({ world, attribution }: Judging): CheckContext => ({
  ...world.setting,
  attribution,
  lostOrders: unansweredIn(world).filter(({ operation }) => isOrder(operation)),
});

/** The evidence gathered for a check, and whose answers it holds. */
interface Judging {
  readonly world: JudgedWorld;
  readonly attribution: Attribution;
  readonly failures: readonly unknown[];
}

const judgeOne = async (check: Check, judging: Judging): Promise<CheckOutcome> => {
  const { world } = judging;
  const { source, judge } = check;
  try {
    const data = await world.get(source);
    return settle(check, judging, () => judge(data, contextOf(judging)));
  } catch (error) {
    return behind(ofFailure(failureOf(error, check, world)), judging.failures.map(ofFailure));
  }
};

const judgeAll = (check: UniversalCheck, judging: Judging): CheckOutcome => {
  const { world, failures } = judging;
  const earlier = (world.earlier ?? []).filter(check.of);
  const replies = [...earlier, ...repliesOfUniversal(check, world)].filter(({ request }) => !request.purpose.detour);
  const nothingFor = replies.length === 0 ? (lackByPage(probedReplies(check, world)) ?? failures[0]) : undefined;
  if (nothingFor !== undefined) return behind(ofFailure(nothingFor), failures.map(ofFailure));
  return settle(check, judging, () => check.judge(replies, contextOf(judging)));
};

/** A promise of each case rests on the kinds that the service itself answered; the others are named. */
const withBlocked = (check: AnyCheck, outcome: CheckOutcome, { attribution }: Judging): CheckOutcome => {
  const hasHeld = outcome.findings.length + outcome.reasons.length === 0 && outcome.judged.length > 0;
  const blocked = hasHeld && isOfEachCase(check) ? attribution.blocked() : [];
  return blocked.length === 0 ? outcome : { ...outcome, blocked };
};

/** Gathers what a check needs, attributes it, and judges what may be judged. Never rejects: a mistake of ours is an outcome. */
export const judgeCheck = async (
  check: AnyCheck,
  world: JudgedWorld,
  gathered: GatheredData = gather(check, world),
): Promise<CheckOutcome> => {
  try {
    const failures = (await gathered).map((error) => failureOf(error, check, world));
    const judging = { world, failures, attribution: attributionFor(check, world) };
    const outcome = isUniversal(check) ? judgeAll(check, judging) : await judgeOne(check, judging);
    return withBlocked(check, explained(check, outcome, judging), judging);
  } catch (error) {
    return ofFailure(error);
  }
};
