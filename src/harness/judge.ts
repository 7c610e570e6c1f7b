import { type Attribution, pageInsteadOfRecord, untestedByService } from '#attribution';
import {
  type AnyCheck,
  type Check,
  type Found,
  isUniversal,
  type Judgement,
  sourcesOf,
  type UniversalCheck,
} from '#checks';
import { CallRefused, NoAnswer, ProtocolViolation } from '#client';
import {
  type Exchange,
  isOrder,
  isServerError,
  isSuccess,
  type Lack,
  type Observation,
  type OperationId,
  type Profile,
  requirementOf,
  type UntestedReason,
} from '#contract';
import { type Reply, Untested } from '#evidence';
import { probesOf } from '#probes';
import { attributionFor, type GatheredData, gather, isOfKnownKey, probedReplies } from './gather.ts';
import { isWithin, type JudgedWorld, leavesOut } from './world.ts';

export interface CheckOutcome {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly observations: readonly Observation[];
  readonly untested?: UntestedReason;
  readonly broken?: { readonly code: string; readonly message: string };
  readonly unanswered?: readonly Exchange[];
  readonly durationMs?: number;
}

const nothing = { findings: [], judged: [], observations: [] } as const;

const exchangeOf = ({ exchange }: NoAnswer | ProtocolViolation): readonly Exchange[] => (exchange ? [exchange()] : []);

/** The place of a mistake of ours; its message may hold a payload's value and is left out. */
const firstFrame = ({ stack }: { readonly stack?: string }): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

const lackOf = {
  money: 'RAMP_MONEY_HOST',
  'read-only': 'permission',
  amount: 'RAMP_AMOUNT',
} as const satisfies Partial<Record<CallRefused['kind'], Lack>>;

const ofRefusedCall = ({ kind, reason }: CallRefused): CheckOutcome => {
  if (kind === 'budget') return { ...nothing, broken: { code: 'BUDGET_SPENT', message: reason } };
  if (kind === 'ledger') return { ...nothing, broken: { code: 'LEDGER_UNWRITABLE', message: reason } };
  return { ...nothing, untested: { by: 'user', reason, lacks: [lackOf[kind]] } };
};

/** The outcome of a check without a judgement: the service's fault, a missing role, no answer, or our own mistake. */
export const ofFailure = (error: unknown): CheckOutcome => {
  if (error instanceof Untested) {
    const { by, message: reason, lacks, code, values } = error;
    return {
      ...nothing,
      untested: {
        by,
        reason,
        ...(lacks.length > 0 && { lacks }),
        ...(code && { code }),
        ...(values.length > 0 && { values }),
      },
    };
  }
  if (error instanceof CallRefused) return ofRefusedCall(error);
  if (error instanceof ProtocolViolation)
    return {
      ...nothing,
      findings: [{ ...error.problem, operation: error.operation }],
      unanswered: exchangeOf(error),
    };
  if (error instanceof NoAnswer)
    return {
      ...nothing,
      broken: { code: error.code, message: error.message },
      unanswered: exchangeOf(error),
    };
  const message = error instanceof Error ? `${error.name}: ${firstFrame(error)}` : 'unknown';
  return { ...nothing, broken: { code: 'HARNESS_MISTAKE', message } };
};

/** True where a requirement of an operation is about how its requests are answered. */
const wantsAnswer = ({ requirement }: AnyCheck, operation: OperationId): boolean => {
  const { subject, asks } = requirementOf(requirement);
  return subject === operation && asks !== undefined;
};

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
  if (isOfQuota(error, world)) return untestedByService(error.message, error.code);
  if (!(error instanceof NoAnswer) || !error.isRepeated || isFlaky) return error;
  const { operation, mayBeFiltered, exchange } = error;
  const closed = 'the connection is closed without an answer, each time that such a request is sent';
  if (mayBeFiltered || !isOfKnownKey(error, setting) || !wantsAnswer(check, operation))
    return untestedByService(`${operation}: ${closed}`);
  const problem = { code: 'NO_ANSWER', where: 'connection', expected: 'an answer', observed: closed };
  const violation = new ProtocolViolation(operation, problem);
  if (exchange) violation.exchange = exchange;
  return violation;
};

const weight = ({ findings, broken }: CheckOutcome): number => (findings.length > 0 ? 2 : broken ? 1 : 0);

/** The heaviest of what kept parts of the data away; a role that is missing for a part of them is no matter. */
const ofFailures = (failures: readonly unknown[]): CheckOutcome | undefined =>
  failures
    .map(ofFailure)
    .filter((outcome) => weight(outcome) > 0)
    .toSorted((one, other) => weight(other) - weight(one))[0];

const ofJudgement = ({ findings, judged, facts = [] }: Judgement): CheckOutcome => ({
  findings,
  judged,
  observations: facts.map(({ operation, situation, fact, byChance }) => ({
    operation,
    situation,
    fact: String(fact),
    ...(byChance ? { drawn: true as const } : {}),
  })),
});

/** Ended without a judgement, a fact or a reason: then what kept the data away is the reason. */
const isSilent = ({ judged, observations, untested, broken }: CheckOutcome): boolean =>
  judged.length + observations.length === 0 && untested === undefined && broken === undefined;

/** A promise of each case, which those that were answered do not show: an accepted one may be among the others. */
const isOfEachCase = ({ requirement }: AnyCheck): boolean => {
  const { asks, ofEachValue = false } = requirementOf(requirement);
  return ofEachValue || asks === 'refusal' || asks === 'survival';
};

/** An observation takes precedence over its absence, save where each case must be seen; a finding over everything. */
const settle = (check: AnyCheck, { world, failures }: Judging, judge: () => Judgement): CheckOutcome => {
  const missed = ofFailures(failures);
  const began = performance.now();
  let outcome: CheckOutcome;
  try {
    outcome = { ...ofJudgement(judge()), durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    outcome = ofFailure(isOfQuota(error, world) ? untestedByService(error.message, error.code) : error);
  }
  if (outcome.findings.length > 0) return outcome;
  if (missed !== undefined) return missed;
  const kept = failures.map(ofFailure);
  if (isSilent(outcome)) return kept[0] ?? outcome;
  const limited = kept.find(({ untested }) => untested?.code === 'RATE_LIMITED');
  if (limited && outcome.untested === undefined && isOfEachCase(check)) return limited;
  // There may be nothing to judge because the user left it out, or a quota.
  if (outcome.untested?.by !== 'nothing to judge') return outcome;
  return kept.find(({ untested }) => untested?.by === 'user') ?? limited ?? outcome;
};

/** Smoke sends what stated requirements need; what it shows of others is no sign of what there is. */
const isLeftBySmoke = ({ requirement }: AnyCheck, profile: Profile): boolean =>
  profile === 'smoke' && requirementOf(requirement).firmness !== 'stated';

/** The reason, where a page or redirect came instead of some answers. */
const lackByPage = (replies: readonly Reply[]): Untested | undefined => {
  const [reason] = replies.flatMap((reply) => pageInsteadOfRecord(reply) ?? []);
  return reason === undefined ? undefined : new Untested(reason, 'service');
};

/** The reason, where a listing or record was kept away by a failure of the service. */
const lackByFailure = (replies: readonly Reply[]): Untested | undefined => {
  const failed = replies.find(
    (reply) => isServerError(reply) && reply.request.method === 'GET' && !reply.request.purpose.odd,
  );
  return failed && new Untested(`${failed.operation} was answered ${failed.status}`, 'service');
};

/** Whose answers left a check without anything to judge, or which smaller profile; a refusal remains the service's doing. */
const explained = (check: AnyCheck, outcome: CheckOutcome, { world, attribution }: Judging): CheckOutcome => {
  const lacks = outcome.untested?.by === 'nothing to judge';
  if (outcome.findings.length > 0 || (!lacks && !isSilent(outcome))) return outcome;
  const own = probedReplies(check, world);
  const { profile } = world.setting;
  const later = sourcesOf(check)
    .flatMap(probesOf)
    .find((probe) => !isWithin(probe, profile));
  const left = isLeftBySmoke(check, profile) ? ({ minProfile: 'gate' } as const) : later;
  const withheld = own.map(attribution.of).find(({ by }) => by === 'no route' || by === 'lock-out');
  const reason =
    (lacks ? (lackByPage(own) ?? lackByFailure(own) ?? (left && leavesOut(left, profile))) : undefined) ??
    (withheld && new Untested(withheld.reason, 'service'));
  return reason === undefined ? outcome : ofFailure(reason);
};

/** The evidence gathered for a check, and whose answers it holds. */
interface Judging {
  readonly world: JudgedWorld;
  readonly attribution: Attribution;
  readonly failures: readonly unknown[];
}

const judgeOne = async (check: Check, judging: Judging): Promise<CheckOutcome> => {
  const { world, attribution } = judging;
  const { source, judge } = check;
  try {
    const data = await world.get(source);
    return settle(check, judging, () => judge(data, { ...world.setting, attribution }));
  } catch (error) {
    return ofFailure(failureOf(error, check, world));
  }
};

const judgeAll = (check: UniversalCheck, judging: Judging): CheckOutcome => {
  const { world, attribution, failures } = judging;
  const replies = [...(world.earlier ?? []), ...world.replies].filter(
    (reply) => !reply.request.purpose.detour && check.of(reply),
  );
  const nothingFor = replies.length === 0 ? (lackByPage(probedReplies(check, world)) ?? failures[0]) : undefined;
  if (nothingFor !== undefined) return ofFailure(nothingFor);
  return settle(check, judging, () => check.judge(replies, { ...world.setting, attribution }));
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
    return explained(check, outcome, judging);
  } catch (error) {
    return ofFailure(error);
  }
};
