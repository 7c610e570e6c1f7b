import {
  type AnyCheck,
  type Check,
  type Found,
  inPlaceOfSuccess,
  isUniversal,
  type Judgement,
  type UniversalCheck,
} from '#checks';
import { type Exchange, type Finding, type Profile, requirementOf } from '#contract';
import { Untested } from '#evidence';
import { probesOf, type Source } from '#probes';
import { type CheckOutcome, type Evidence, ofFailure } from './outcome.ts';
import { whereLetIn } from './turned-away.ts';
import { behindItsRoute } from './unrouted.ts';
import { isWithin, leavesOut } from './world.ts';

/** Most exchanges that a report keeps as evidence of one test. */
const maxExchanges = 3;

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

const isByUser = ({ untested }: CheckOutcome): boolean => untested?.by === 'user';

/** An observation takes precedence over its absence; a finding over everything. */
const settle = (judge: () => Judgement, failures: readonly unknown[]): CheckOutcome => {
  const missed = ofFailures(failures);
  let outcome: CheckOutcome;
  try {
    outcome = ofJudgement(judge());
  } catch (error) {
    outcome = ofFailure(error);
  }
  if (outcome.findings.length > 0) return outcome;
  if (missed !== undefined) return missed;
  const kept = failures.map(ofFailure);
  if (isSilent(outcome)) return kept[0] ?? outcome;
  // There may be nothing to judge because the user left it out.
  return outcome.untested?.by === 'nothing to judge' ? (kept.find(isByUser) ?? outcome) : outcome;
};

const judgeOne = async ({ source, judge }: Check, world: Evidence): Promise<CheckOutcome> => {
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

const judgeAll = async ({ needs, of, judge }: UniversalCheck, world: Evidence): Promise<CheckOutcome> => {
  const failures = await Promise.all(
    needs.map(async (source): Promise<readonly unknown[]> => {
      try {
        await world.get(source);
        return world.failuresOf(source);
      } catch (error) {
        return [error];
      }
    }),
  );
  const replies = world.replies.filter(of);
  const nothingFor = replies.length === 0 ? (inPlaceOf(needs, world) ?? failures.flat()[0]) : undefined;
  if (nothingFor !== undefined) return ofFailure(nothingFor);
  return settle(() => judge(replies, world.setting), failures.flat());
};

/** Smoke sends what stated requirements need; what it shows of others is no sign of what there is. */
const isLeftBySmoke = ({ requirement }: AnyCheck, profile: Profile): boolean =>
  profile === 'smoke' && requirementOf(requirement).firmness !== 'stated';

/** Why there is nothing to judge: a page that came instead, or a smaller profile; a refusal remains the doing of the service. */
const explained = (check: AnyCheck, outcome: CheckOutcome, world: Evidence): CheckOutcome => {
  if (outcome.untested?.by !== 'nothing to judge') return outcome;
  const sources = isUniversal(check) ? check.needs : [check.source];
  const { profile } = world.setting;
  const later = sources.flatMap(probesOf).find((probe) => !isWithin(probe, profile));
  const left = isLeftBySmoke(check, profile) ? ({ minProfile: 'gate' } as const) : later;
  const reason = inPlaceOf(sources, world) ?? (left && leavesOut(left, profile));
  return reason === undefined ? outcome : ofFailure(reason);
};

/** Judges a check, after its data were fetched. */
export const judgeCheck = async (check: AnyCheck, world: Evidence): Promise<CheckOutcome> => {
  const outcome = await (isUniversal(check) ? judgeAll(check, world) : judgeOne(check, world));
  const reached = await behindItsRoute(check.requirement, explained(check, outcome, world), world);
  return whereLetIn(check, reached, world);
};

/** Exchanges that show a finding, or what was judged. */
const evidenceOf = ({ findings, judged, unanswered }: CheckOutcome): readonly Exchange[] => {
  if (unanswered) return unanswered;
  const guilty = findings.flatMap(({ shownBy }) => shownBy ?? []);
  const shown = guilty.length > 0 ? [...new Set(guilty)] : judged;
  return shown.slice(0, maxExchanges).map(({ exchange }) => exchange);
};

/** What a report says of every outcome. */
export const reportedOf = ({ requirement }: AnyCheck, outcome: CheckOutcome) => ({
  requirement,
  observations: outcome.observations,
  exchanges: evidenceOf(outcome),
  ...(outcome.broken ? { broken: outcome.broken } : {}),
  judgements: outcome.judged.length,
});

/** A finding as a report holds it. */
export const findingOf = ({ shownBy, ...finding }: Found): Finding => {
  const description = shownBy?.request.purpose.case;
  return { ...finding, ...(description === undefined ? {} : { case: description }) };
};
