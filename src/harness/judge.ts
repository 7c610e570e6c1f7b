import { type Attribution, isNotice, pageForRecord, unreadable } from '#attribution';
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
import { type GatheredData, gather, hasKnownKey } from './gather.ts';
import { isWithin, leavesOut } from './inputs.ts';
import type { JudgedState } from './judged-state.ts';

export interface CheckOutcome {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly observations: readonly Observation[];
  /** Why the check has no judgement, the reported reason first; empty if the check judged. */
  readonly reasons: readonly Reason[];
  readonly unanswered?: readonly Exchange[];
  /** Kinds of invalid input that only a gateway answered. The check judged the other kinds. */
  readonly blocked?: readonly BlockedKind[];
  readonly durationMs?: number;
}

export type CheckOutcomes = ReadonlyMap<AnyCheck, CheckOutcome>;

const nothing = { findings: [], judged: [], observations: [], reasons: [] } as const;

const exchangeOf = ({ exchange }: NoAnswer | ProtocolViolation): readonly Exchange[] => (exchange ? [exchange()] : []);

/** Without the message, which may contain a value of the payload. */
const firstFrame = ({ stack }: { readonly stack?: string }): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

/** The outcome of a failure: the reason is the service, a missing role, a missing answer, or a mistake in our code. */
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

const wantsAnswer = ({ requirement }: AnyCheck, operation: OperationId): boolean => {
  const { subject, asks } = requirementOf(requirement);
  return subject === operation && asks !== undefined;
};

const quotaOf = ({ message, operation }: NoAnswer): Untested => untested('RATE_LIMITED', message, { operation });

/** A limit that begins after accepted orders of the operation is a quota; the service can change it. */
const isOfQuota = (error: unknown, { replies, setting }: JudgedState): error is NoAnswer =>
  error instanceof NoAnswer &&
  error.code === 'RATE_LIMITED' &&
  isOrder(error.operation) &&
  hasKnownKey(error, setting) &&
  replies.some((reply) => reply.operation === error.operation && isSuccess(reply));

/**
 * A service failure, if the service closes the connection on each such request and answers all others: then its handler
 * failed. If a firewall may filter the request, the claim stays untested, and so do other claims about this answer.
 */
const failureOf = (error: unknown, check: AnyCheck, runState: JudgedState): unknown => {
  const { isFlaky, setting } = runState;
  if (isOfQuota(error, runState)) return quotaOf(error);
  if (!(error instanceof NoAnswer) || !error.isRepeated || isFlaky) return error;
  const { operation, mayBeFiltered, exchange } = error;
  const closed = 'the connection is closed without an answer, each time that such a request is sent';
  if (mayBeFiltered || !hasKnownKey(error, setting) || !wantsAnswer(check, operation))
    return untested('CONNECTION_CLOSED', `${operation}: ${closed}`, { operation });
  const problem = { code: 'NO_ANSWER', where: 'connection', expected: 'an answer', observed: closed };
  const violation = new ProtocolViolation(operation, problem);
  if (exchange) violation.exchange = exchange;
  return violation;
};

const hasNoResult = ({ reasons }: CheckOutcome): boolean => reasons[0]?.failed ?? false;

const isUntestedBy = ({ reasons: [first] }: CheckOutcome, who: UntestedBy): boolean =>
  first?.by === who && !first.failed;

const weight = (outcome: CheckOutcome): number => (outcome.findings.length > 0 ? 2 : hasNoResult(outcome) ? 1 : 0);

/** The gravest reason for missing data. A missing role for a part of the data does not count. */
const heaviest = (kept: readonly CheckOutcome[]): CheckOutcome | undefined =>
  kept.filter((outcome) => weight(outcome) > 0).toSorted((one, other) => weight(other) - weight(one))[0];

const judgedOutcome = ({ findings, judged, facts = [] }: Judgement): CheckOutcome => ({
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

/** Without judgement, fact and reason, the reason for the missing data counts. */
const isSilent = ({ judged, observations, reasons }: CheckOutcome): boolean =>
  judged.length + observations.length + reasons.length === 0;

/** The service may accept exactly the case that was not answered. */
const isOfEachCase = ({ requirement }: AnyCheck): boolean => {
  const { asks, ofEachValue = false } = requirementOf(requirement);
  return ofEachValue || asks === 'refusal' || asks === 'survival';
};

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
 * A finding comes first. Then comes data without a usable answer, because it may have hidden a finding; then judgements
 * and observations, unless the claim needs every case. If nothing could be judged, a choice of the user or a quota is
 * reported first. All other reasons follow in their order.
 */
const outcomeOf = (check: AnyCheck, { runState, failures }: Judging, judge: () => Judgement): CheckOutcome => {
  const kept = failures.map(ofFailure);
  const missed = heaviest(kept);
  const began = performance.now();
  let outcome: CheckOutcome;
  try {
    outcome = { ...judgedOutcome(judge()), durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    outcome = ofFailure(isOfQuota(error, runState) ? quotaOf(error) : error);
  }
  if (outcome.findings.length > 0) return outcome;
  const all = [...kept, outcome];
  if (missed !== undefined) return behind(missed, all);
  if (isSilent(outcome)) return behind(kept[0] ?? outcome, kept);
  const limited = kept.find(({ reasons: [first] }) => first?.code === 'RATE_LIMITED' && !first.failed);
  const isUntested = outcome.reasons.length > 0 && !hasNoResult(outcome);
  if (limited && !isUntested && isOfEachCase(check)) return behind(limited, all);
  if (!isUntestedBy(outcome, 'nothing to judge')) return outcome.reasons.length > 0 ? behind(outcome, kept) : outcome;
  return behind(kept.find((each) => isUntestedBy(each, 'user')) ?? limited ?? outcome, all);
};

/** Smoke covers only stated claims, so missing data of others is no result. */
const isLeftBySmoke = ({ requirement }: AnyCheck, profile: Profile): boolean =>
  profile === 'smoke' && requirementOf(requirement).firmness !== 'stated';

const lackByPage = (replies: readonly Reply[]): Untested | undefined => {
  const [reason] = replies.flatMap((reply) => pageForRecord(reply) ?? []);
  return reason === undefined ? undefined : unreadable(reason);
};

const lackByFailure = (replies: readonly Reply[]): Untested | undefined => {
  const failed = replies.find(
    (reply) => isServerError(reply) && reply.request.method === 'GET' && !reply.request.purpose.odd,
  );
  if (failed === undefined) return undefined;
  const { operation, status } = failed;
  return untested('NOT_SERVED', `${operation} was answered ${status}`, { operation });
};

const lackByNotice = (replies: readonly Reply[]): Untested | undefined => {
  const notice = replies.find((reply) => reply.request.method === 'GET' && isNotice(reply));
  if (notice === undefined) return undefined;
  const { operation } = notice;
  return untested('UNREADABLE', `${operation} answered with a body that is not its record`, { operation });
};

const explained = (check: AnyCheck, outcome: CheckOutcome, { runState, attribution }: Judging): CheckOutcome => {
  const lacks = isUntestedBy(outcome, 'nothing to judge');
  if (outcome.findings.length > 0 || (!lacks && !isSilent(outcome))) return outcome;
  const own = probedReplies(check, runState).filter((reply) => attribution.of(reply).by !== 'disturbed');
  const { profile } = runState.setting;
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

const contextOf = ({ runState, attribution }: Judging): CheckContext => ({
  ...runState.setting,
  attribution,
  lostOrders: unansweredIn(runState).filter(({ operation }) => isOrder(operation)),
});

interface Judging {
  readonly runState: JudgedState;
  readonly attribution: Attribution;
  readonly failures: readonly unknown[];
}

const judgeOne = async (check: Check, judging: Judging): Promise<CheckOutcome> => {
  const { runState } = judging;
  const { source, judge } = check;
  try {
    const data = await runState.get(source);
    return outcomeOf(check, judging, () => judge(data, contextOf(judging)));
  } catch (error) {
    return behind(ofFailure(failureOf(error, check, runState)), judging.failures.map(ofFailure));
  }
};

const judgeAll = (check: UniversalCheck, judging: Judging): CheckOutcome => {
  const { runState, failures } = judging;
  const earlier = (runState.earlier ?? []).filter(check.of);
  const replies = [...earlier, ...repliesOfUniversal(check, runState)].filter(({ request }) => !request.purpose.detour);
  const nothingFor = replies.length === 0 ? (lackByPage(probedReplies(check, runState)) ?? failures[0]) : undefined;
  if (nothingFor !== undefined) return behind(ofFailure(nothingFor), failures.map(ofFailure));
  return outcomeOf(check, judging, () => check.judge(replies, contextOf(judging)));
};

/** A promise about each case is judged for the kinds that the service answered. The other kinds are named. */
const withBlocked = (check: AnyCheck, outcome: CheckOutcome, { attribution }: Judging): CheckOutcome => {
  const hasHeld = outcome.findings.length + outcome.reasons.length === 0 && outcome.judged.length > 0;
  const blocked = hasHeld && isOfEachCase(check) ? attribution.blocked() : [];
  return blocked.length === 0 ? outcome : { ...outcome, blocked };
};

/** Gathers, attributes and judges. Never rejects: a mistake in our code is an outcome too. */
export const judgeCheck = async (
  check: AnyCheck,
  runState: JudgedState,
  gathered: GatheredData = gather(check, runState),
): Promise<CheckOutcome> => {
  try {
    const failures = (await gathered).map((error) => failureOf(error, check, runState));
    const judging = { runState, failures, attribution: attributionFor(check, runState) };
    const outcome = isUniversal(check) ? judgeAll(check, judging) : await judgeOne(check, judging);
    return withBlocked(check, explained(check, outcome, judging), judging);
  } catch (error) {
    return ofFailure(error);
  }
};
