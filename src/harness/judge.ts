import {
  type Check,
  type Found,
  inPlaceOfSuccess,
  isUniversal,
  type Judgement,
  type UniversalCheck,
} from '#checks';
import { CallRefused, NoAnswer, ProtocolViolation } from '#client';
import type { Exchange, Finding, Observation, UntestedReason } from '#contract';
import { type Reply, Untested } from '#evidence';
import { probesOf, type Source } from '#probes';
import { behindItsRoute } from './unrouted.ts';
import { type Failure, isWithin, leavesOut, type World } from './world.ts';

/** The source of a judgement's data: a world, or a recording of one. */
export type Evidence = Pick<World, 'get' | 'failuresOf' | 'setting'> & { readonly replies: readonly Reply[] };

/** Most exchanges that a report keeps as evidence of one test. */
const mostExchanges = 3;

/** How a check ended, before it is reported. */
export interface Outcome {
  readonly findings: readonly Found[];
  readonly judged: readonly Reply[];
  readonly observations: readonly Observation[];
  readonly untested?: UntestedReason;
  readonly broken?: { readonly code: string; readonly message: string };
  /** The requests that got no reply. */
  readonly unanswered?: readonly Exchange[];
}

const nothing = { findings: [], judged: [], observations: [] } as const;

const exchangeOf = ({ exchange }: NoAnswer | ProtocolViolation): readonly Exchange[] =>
  exchange ? [exchange()] : [];

/** The place of a mistake of ours; its message may hold a payload's value and is left out. */
const firstFrame = ({ stack }: Error): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim() ?? 'no stack';

const ofRefusedCall = ({ kind, reason }: CallRefused): Outcome => {
  if (kind === 'budget') return { ...nothing, broken: { code: 'BUDGET_SPENT', message: reason } };
  if (kind === 'ledger') return { ...nothing, broken: { code: 'LEDGER_UNWRITABLE', message: reason } };
  return { ...nothing, untested: { by: 'user', reason } };
};

/** The outcome of a check without a judgement: the service's fault, a missing role, no answer, or our own mistake. */
const ofFailure = (error: unknown): Outcome => {
  if (error instanceof Untested) return { ...nothing, untested: { by: error.by, reason: error.message } };
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

const weight = ({ findings, broken }: Outcome): number => (findings.length > 0 ? 2 : broken ? 1 : 0);

/** The heaviest of what kept parts of the data away; a role that is missing for a part of them is no matter. */
const ofFailures = (failures: readonly unknown[]): Outcome | undefined =>
  failures
    .map(ofFailure)
    .filter((outcome) => weight(outcome) > 0)
    .toSorted((one, other) => weight(other) - weight(one))[0];

const ofJudgement = ({ findings, judged, facts = [] }: Judgement): Outcome => ({
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
const isSilent = ({ judged, observations, untested, broken }: Outcome): boolean =>
  judged.length + observations.length === 0 && untested === undefined && broken === undefined;

/** An observation takes precedence over its absence; a finding over everything. */
const settle = (judge: () => Judgement, failures: readonly unknown[]): Outcome => {
  const missed = ofFailures(failures);
  let outcome: Outcome;
  try {
    outcome = ofJudgement(judge());
  } catch (error) {
    outcome = ofFailure(error);
  }
  if (outcome.findings.length > 0) return outcome;
  if (missed !== undefined) return missed;
  const [failure] = failures;
  return isSilent(outcome) && failure !== undefined ? ofFailure(failure) : outcome;
};

const judgeOne = async ({ source, judge }: Check, world: Evidence): Promise<Outcome> => {
  try {
    const data = await world.get(source);
    return settle(() => judge(data, world.setting), world.failuresOf(source));
  } catch (error) {
    return ofFailure(error);
  }
};

/** The page or redirect that came in place of some answers. */
const inPlaceOf = (sources: readonly Source<unknown>[], { replies }: Evidence): Untested | undefined => {
  const probes = new Set(sources.flatMap(probesOf).map(({ id }) => id));
  const [reason] = replies
    .filter(({ request }) => probes.has(request.purpose.probe))
    .flatMap((reply) => inPlaceOfSuccess(reply) ?? []);
  return reason === undefined ? undefined : new Untested(reason, 'service');
};

const judgeAll = async ({ over, of, judge }: UniversalCheck, world: Evidence): Promise<Outcome> => {
  const failures = await Promise.all(
    over.map(async (source): Promise<readonly (Failure | unknown)[]> => {
      try {
        await world.get(source);
        return world.failuresOf(source);
      } catch (error) {
        return [error];
      }
    }),
  );
  const replies = world.replies.filter(of);
  const nothingFor = replies.length === 0 ? (inPlaceOf(over, world) ?? failures.flat()[0]) : undefined;
  if (nothingFor !== undefined) return ofFailure(nothingFor);
  return settle(() => judge(replies, world.setting), failures.flat());
};

/** The page is the reason where it left nothing to judge. */
const behindAPage = (check: Check | UniversalCheck, outcome: Outcome, world: Evidence): Outcome => {
  if (outcome.untested?.by !== 'nothing to judge') return outcome;
  const reason = inPlaceOf(isUniversal(check) ? check.over : [check.source], world);
  return reason === undefined ? outcome : ofFailure(reason);
};

/** A smaller profile is the reason for having nothing to judge; a refusal remains the doing of the service. */
const leftOut = (check: Check | UniversalCheck, outcome: Outcome, { setting }: Evidence): Outcome => {
  if (outcome.untested?.by !== 'nothing to judge') return outcome;
  const sources = isUniversal(check) ? check.over : [check.source];
  const probe = sources.flatMap(probesOf).find((each) => !isWithin(each, setting.profile));
  return probe === undefined ? outcome : ofFailure(leavesOut(probe, setting.profile));
};

/** Judges a check, after its data were fetched. */
export const judgeCheck = async (check: Check | UniversalCheck, world: Evidence): Promise<Outcome> => {
  const outcome = await (isUniversal(check) ? judgeAll(check, world) : judgeOne(check, world));
  const explained = leftOut(check, behindAPage(check, outcome, world), world);
  return behindItsRoute(check.requirement, explained, world);
};

/** Exchanges that show a finding, or what was judged. */
export const evidenceOf = ({ findings, judged, unanswered }: Outcome): readonly Exchange[] => {
  if (unanswered) return unanswered;
  const guilty = findings.flatMap(({ shownBy }) => shownBy ?? []);
  const shown = guilty.length > 0 ? [...new Set(guilty)] : judged;
  return shown.slice(0, mostExchanges).map(({ exchange }) => exchange);
};

/** A finding as a report holds it. */
export const findingOf = ({ shownBy, ...finding }: Found): Finding => {
  const description = shownBy?.request.purpose.case;
  return { ...finding, ...(description === undefined ? {} : { case: description }) };
};
