import { type AnyCheck, type Check, type Found, guiltyReplies, isUniversal } from '#checks';
import { keyIn, type Reply, Untested } from '#evidence';
import { type Probe, probesOf, type Source } from '#probes';
import { type Exchange, type Finding, graverFirst, type Replay, type TestReport } from '#run';
import { attributionFor, requestsOf } from './attributed.ts';
import { answerOf, type ByHand } from './by-hand.ts';
import type { FactCollector } from './fact-collector.ts';
import { inputsOf } from './inputs.ts';
import type { CheckOutcome } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import type { RunState } from './run-state.ts';

// Turns the finding of a judgement into a report: the smallest case that shows it, and its exchanges.

/** Cases in one search. */
const maxCases = 24;

/** Requests in all searches: about half of a gate's requests. The others are for tests. */
const maxSent = 1_000;

const withResult = async (
  runState: RunState,
  source: Source<unknown>,
  probe: Probe<unknown>,
  result: unknown,
): Promise<unknown> => {
  if (source === probe) return result;
  if (source.kind === 'probe') return runState.get(source);
  const inputs = await inputsOf(source, (it) => withResult(runState, it, probe, result));
  return source.derive(inputs);
};

const drawnIn = (source: Source<unknown>, reply: Reply | undefined): Probe<unknown> | undefined => {
  const { probe: id, drawn } = reply?.request.purpose ?? {};
  if (drawn === undefined) return undefined;
  return probesOf(source).find((probe) => probe.id === id && probe.drawn !== undefined);
};

/**
 * The outcome with the smallest case that shows its findings. If the first failing case was drawn, smaller cases are
 * sent.
 */
export const shrink = async (
  check: Check,
  outcome: CheckOutcome,
  runState: RunState,
): Promise<{ readonly outcome: CheckOutcome; readonly replay?: Replay }> => {
  const { source, judge, requirement } = check;
  const guilty = outcome.findings[0]?.shownBy;
  const probe = drawnIn(source, guilty);
  const drawn = probe?.drawn;
  if (probe === undefined || drawn === undefined) return { outcome };
  /** The findings of one case. Other data of the check may break the promise too. */
  const judged = async (result: unknown) => {
    const data = await withResult(runState, source, probe, [result]);
    const isOfCase = ({ shownBy }: CheckOutcome['findings'][number]) => shownBy?.request.purpose.probe === probe.id;
    const context = { ...runState.setting, attribution: attributionFor(check, runState) };
    return judge(data, context).findings.filter(isOfCase);
  };
  const results = (await runState.get(probe)) as readonly unknown[];
  const fails = async (result: unknown) => (await judged(result).catch(() => [])).length > 0;
  const smaller = await runState.further(probe, (service) =>
    drawn.shrink(service, { fails, results, maxCases, goesOn: () => runState.services.furtherSent < maxSent }),
  );
  if (smaller === undefined) return { outcome };
  const findings = await judged(smaller.result);
  const { seed, path } = smaller;
  return { outcome: { ...outcome, findings }, replay: { requirement, seed, path, probe: probe.id } };
};

const countNewCases = ({ judgedCases }: RunState, { requirement }: AnyCheck, judged: readonly Reply[]): number => {
  const drawn = judged.filter(({ request: { purpose } }) => purpose.drawn !== undefined);
  for (const reply of drawn) if (!judgedCases.has(reply)) judgedCases.set(reply, requirement);
  return drawn.filter((reply) => judgedCases.get(reply) === requirement).length;
};

/** Most answers of one judgement. With more of them, no single answer shows the finding. */
const maxJudged = 3;

const replyOf = (found: Found, { judged }: CheckOutcome): Reply | undefined =>
  guiltyReplies(found).at(-1) ?? (judged.length > maxJudged ? undefined : judged.at(-1));

const dataOf = async (check: Check, reply: Reply, runState: RunState): Promise<unknown> => {
  const data = await runState.get(check.source);
  if (!Array.isArray(data)) return undefined;
  if (data.includes(reply)) return [reply];
  const isFullKey = keyIn(reply.request) === runState.setting.keys.full;
  // Keys that must be refused are judged together with answers to the full key.
  const isOf = (part: unknown) => !isFullKey && Array.isArray(part) && part.includes(reply);
  return data.some(isOf) ? data.map((part) => (isOf(part) ? [reply] : part)) : undefined;
};

/** True if the answer alone shows the finding, so that a reader can reproduce it. */
const showsAlone = async (check: AnyCheck, found: Found, runState: RunState): Promise<boolean> => {
  const { shownBy, against, code, where } = found;
  if (shownBy === undefined || against !== undefined) return false;
  const data = isUniversal(check) ? [shownBy] : await dataOf(check, shownBy, runState);
  if (data === undefined) return false;
  const judge = check.judge as Check['judge'];
  try {
    const { findings } = judge(data, { ...runState.setting, attribution: attributionFor(check, runState) });
    return findings.some((each) => each.code === code && each.where === where);
  } catch (error) {
    if (error instanceof Untested) return false;
    throw error;
  }
};

const maxExchanges = 3;

const evidenceOf = ({ findings, judged, unanswered }: CheckOutcome): readonly Exchange[] => {
  if (unanswered) return unanswered;
  const guilty = findings.flatMap(guiltyReplies);
  const shown = guilty.length > 0 ? [...new Set(guilty)] : judged;
  return shown.slice(0, maxExchanges).map(({ exchange, request: { purpose } }) => ({
    ...exchange,
    ...(purpose.case && { case: purpose.case }),
  }));
};

export const reportedOf = (check: AnyCheck, outcome: CheckOutcome, runState: JudgedState) => ({
  requirement: check.requirement,
  observations: outcome.observations,
  exchanges: evidenceOf(outcome),
  ...(outcome.reasons.length > 0 && { reasons: outcome.reasons }),
  ...(outcome.blocked && { blocked: outcome.blocked }),
  requests: requestsOf(check, runState, outcome.findings.length + outcome.reasons.length === 0),
  durationMs: outcome.durationMs ?? 0,
  judgements: outcome.judged.length,
});

export const findingOf = ({ shownBy, against: _, isUnlisted: __, ...finding }: Found): Finding => {
  const description = shownBy?.request.purpose.case;
  return { ...finding, ...(description === undefined ? {} : { case: description }) };
};

const requestOf = ({ request }: ByHand): Pick<ByHand, 'request'> => (request ? { request } : {});

export interface Reporting {
  readonly runState: RunState;
  readonly facts: FactCollector;
  readonly byHand: (reply: Reply) => ByHand;
}

/** The report of a check. For a drawn probe, it has the smallest failing case. */
export const reportOf = async (
  check: AnyCheck,
  judged: CheckOutcome,
  { runState, facts, byHand }: Reporting,
): Promise<TestReport> => {
  const { outcome, replay } = isUniversal(check) ? { outcome: judged } : await shrink(check, judged, runState);
  const clockAheadMs = facts.clockAheadMs();
  const cases = countNewCases(runState, check, outcome.judged);
  return {
    ...reportedOf(check, outcome, runState),
    findings: await Promise.all(
      graverFirst(outcome.findings).map(async (found, at) => {
        const reply = replyOf(found, outcome);
        const { request, curl } = reply ? byHand(reply) : {};
        const { against } = found;
        // The findings of one requirement are mostly about the same answer.
        const where = at === 0 ? found.where : undefined;
        return {
          ...findingOf(found),
          seen: found.seen ?? '1 of 1',
          ...(request && { request }),
          ...(curl && (await showsAlone(check, found, runState)) && { curl }),
          ...(reply && { answer: answerOf(reply, where) }),
          ...(against && { against: { ...requestOf(byHand(against)), answer: answerOf(against, where) } }),
          ...(replay && { replay }),
        };
      }),
    ),
    observedFacts: facts.take(check.requirement, {
      hasEnded: (probe) => runState.ended.has(probe),
      isDisturbed: (reply) => runState.isDisturbed(reply),
    }),
    observedTerms: facts.terms(),
    ...(clockAheadMs > 0 ? { clockAheadMs } : {}),
    ...(cases > 0 ? { cases } : {}),
  };
};
