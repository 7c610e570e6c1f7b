// The second look at the end of a run: requests behind a finding are sent once more. Only the same answer again is a
// finding; another answer replaces the first.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasItsForm, isFromService, isNotice, pageIn } from '#attribution';
import { type AnyCheck, type Found, guiltyReplies, sourcesOf } from '#checks';
import { isOrder, isPromise, type Requirement, requirementOf } from '#contract';
import { isRecord, keyIn, type Reply, valueAt } from '#evidence';
import { listedBack, readBack, scenarios } from '#probes';
import { failureReason, isServerError, isSuccess, reasonOf } from '#run';
import { isOfClosing, lookAtClosed, oneOfClosed } from './closed.ts';
import { repeatDisturbed, timelessIn } from './disturbed.ts';
import { isHeldBack } from './failures.ts';
import { type CheckOutcome, type CheckOutcomes, judgeCheck } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import { type Look, LookBudget, maxLooks, maxLooksAtKeys, maxLooksOfKind } from './look-budget.ts';
import { mayShareCause, oneCause } from './one-cause.ts';
import type { Resender } from './resender.ts';
import { stateWith } from './stand-ins.ts';
import { isOfSuspects, standsOn, suspectsIn, trySuspects, withFindings } from './suspects.ts';
import { cachedOutcomes, mayBeCached } from './url-cache.ts';

/** Findings about the answer or an absence. The content of a body needs no second request. */
const ofAnswers: ReadonlySet<string> = new Set([
  'BODY_NOT_EMPTY',
  'CONTENT_CODING',
  'CONTENT_TYPE',
  'ERROR_AS_SUCCESS',
  'ITEM_LOST',
  'JSON_SYNTAX',
  'NOT_JSON',
  'NOT_LISTED_ONCE',
  'NO_BODY',
  'NO_EMPTY_PAGE',
  'OTHER_VERSION',
  'WRONG_BODY',
]);

/** Findings of an absence: the second look decides. */
const ofAbsence: ReadonlySet<string> = new Set(['ITEM_LOST', 'NOT_LISTED_ONCE', 'NO_EMPTY_PAGE']);

/** Created records may show late. */
const ofCreated: ReadonlySet<string> = new Set([readBack.id, listedBack.id, scenarios.id]);

/** Findings from comparing or counting several answers. */
const ofMany: ReadonlySet<string> = new Set(['FAILED', 'UNSTEADY_STATUS']);

/** True unless the finding is about a reply's content. */
const isOfAnswer = ({ code, where }: Found): boolean =>
  !ofMany.has(code) && (where === 'status' || ofAnswers.has(code));

/** The claim is about refusals or failures, so its orders are not carried out. */
const isOfInvalidRequests = ({ asks, heeds = [] }: Requirement): boolean =>
  asks === 'refusal' || asks === 'survival' || heeds.includes('rules');

/** An order is repeated only if it was invalid and refused; steps of a sequence depend on each other. */
const mayBeSent = (reply: Reply, check: AnyCheck, { setting }: JudgedState): boolean => {
  if (!isOrder(reply.operation)) return true;
  if ((isSuccess(reply) && hasItsForm(reply)) || reply.request.purpose.probe === scenarios.id) return false;
  return keyIn(reply.request) !== setting.keys.full || isOfInvalidRequests(requirementOf(check.requirement));
};

const restingOn = (found: Found, check: AnyCheck, runState: JudgedState): readonly Reply[] =>
  guiltyReplies(found).filter((reply) => (isOfAnswer(found) || isNotice(reply)) && mayBeSent(reply, check, runState));

type Form = 'record' | 'nothing' | 'a page' | 'another body';

const formOf = (reply: Reply): Form => {
  if (reply.empty) return 'nothing';
  if (pageIn(reply) !== undefined) return 'a page';
  return hasItsForm(reply) ? 'record' : 'another body';
};

const isSame = (one: Reply, other: Reply): boolean => one.status === other.status && formOf(one) === formOf(other);

const idsIn = ({ body }: Reply): string =>
  isRecord(body) && Array.isArray(body.data) ? JSON.stringify(body.data.map((item) => valueAt(item, 'id'))) : '';

/** A rate limit, maintenance or a gateway's failure shows nothing about the request, however often. */
const showsNothing = (reply: Reply): boolean => reply.status === 503 || !isFromService(reply);

interface LookKind {
  readonly replies: Set<Reply>;
  readonly isOfWrongKey: boolean;
  readonly isPromised: boolean;
  /** A caller has seen it, so it counts without a second look. */
  readonly isLeak: boolean;
  readonly isOfAbsence: boolean;
}

/** By operation, key, answer and expectation. Promises come first, then wrong keys. */
const kindsIn = (outcomes: CheckOutcomes, runState: JudgedState): readonly LookKind[] => {
  const kinds = new Map<string, LookKind>();
  const probes = timelessIn([...outcomes.keys()]);
  for (const [check, { findings }] of outcomes)
    for (const found of findings)
      for (const reply of restingOn(found, check, runState)) {
        const isOfWrongKey = keyIn(reply.request) !== runState.setting.keys.full;
        const isPromised = isPromise(requirementOf(check.requirement));
        const isLeak = runState.isLeak?.(reply) ?? false;
        const isOfAbsence = ofAbsence.has(found.code);
        const traits = [reply.operation, isOfWrongKey, reply.status, formOf(reply), found.expected, isPromised, isLeak];
        // A second answer can stand in the place of a first one only where no step followed it.
        const name = JSON.stringify([...traits, isOfAbsence, probes.has(reply.request.purpose.probe)]);
        const kind = kinds.get(name) ?? { replies: new Set<Reply>(), isOfWrongKey, isPromised, isLeak, isOfAbsence };
        kind.replies.add(reply);
        kinds.set(name, kind);
      }
  const rank = ({ isOfWrongKey, isPromised, isLeak }: LookKind) =>
    Number(isOfWrongKey) + (isPromised ? 0 : 2) + (isLeak ? 4 : 0);
  return [...kinds.values()].toSorted((one, other) => rank(one) - rank(other));
};

type Leaks = Pick<JudgedState, 'isLeak'>;

const lookAt = async (
  reply: Reply,
  {
    resender,
    runState,
    isOfAbsence,
  }: { readonly resender: Resender; readonly runState: Leaks; readonly isOfAbsence: boolean },
): Promise<Look | undefined> => {
  const second = await resender.lookAgain(reply).catch((error) => {
    if (isHeldBack(error)) return 'not sent' as const;
    throw error;
  });
  if (second === 'not sent') return undefined;
  if (second === undefined || showsNothing(second)) return { isSame: false, second: undefined };
  const isAlike =
    isSame(reply, second) &&
    runState.isLeak?.(reply) === runState.isLeak?.(second) &&
    (!isOfAbsence || idsIn(reply) === idsIn(second));
  return isAlike ? { isSame: true } : { isSame: false, second };
};

const lookAtKind = async (
  kind: LookKind,
  {
    resender,
    budget,
    runState,
  }: { readonly resender: Resender; readonly budget: LookBudget; readonly runState: Leaks },
): Promise<ReadonlyMap<Reply, Look>> => {
  const looks = new Map<Reply, Look>();
  let last: Look | undefined;
  for (const reply of kind.replies) {
    const known = budget.known.get(reply);
    if (known === undefined && (looks.size === maxLooksOfKind || last?.isSame || !budget.spend(kind))) break;
    const look = known ?? (await lookAt(reply, { resender, runState, isOfAbsence: kind.isOfAbsence }));
    if (look === undefined) break;
    budget.known.set(reply, look);
    last = look;
    looks.set(reply, look);
  }
  if (last === undefined) return looks;
  const follows: Look = last.isSame ? last : { isSame: false, second: undefined };
  return new Map([...kind.replies].map((reply) => [reply, looks.get(reply) ?? follows]));
};

/** A finding without a second look: the promise has no result. */
const noLook = (why: string): CheckOutcome => ({
  findings: [],
  judged: [],
  observations: [],
  reasons: [failureReason('NO_SECOND_LOOK', why)],
});

const allUsed = `the run saw this once, and had no second look left to confirm it (it has ${maxLooks}, of these ${maxLooksAtKeys} for wrong keys)`;

const notServing = 'reads that succeeded before now fail, so the run could not take a second look';

const notAgain = reasonOf('DISTURBED', 'the second look did not get the same answers');

interface ToSettle {
  readonly check: AnyCheck;
  readonly outcome: CheckOutcome;
  readonly runState: JudgedState;
  readonly unlooked: string;
  /** Second answers that still lack something. */
  readonly seconds?: ReadonlySet<Reply>;
}

/** Drops accidents; a promise without a second look has no result. */
const settledBy = (looks: ReadonlyMap<Reply, Look>, settling: ToSettle): CheckOutcome => {
  const { check, outcome, runState, unlooked, seconds } = settling;
  const isAccident = (reply: Reply) => looks.get(reply)?.isSame === false;
  const isLookedAt = (reply: Reply, { code }: Found) =>
    looks.has(reply) || (ofAbsence.has(code) && seconds?.has(reply) === true);
  const findings: Found[] = [];
  let isUnlooked = false;
  for (const found of outcome.findings) {
    const rested = restingOn(found, check, runState);
    if (rested.some(isAccident)) continue;
    const isTwice = rested.length > 0 && rested.every((reply) => isLookedAt(reply, found));
    const mayCount = rested.every((reply) => isLookedAt(reply, found) || runState.isLeak?.(reply));
    if (mayCount || !isPromise(requirementOf(check.requirement)))
      findings.push({ ...found, seen: isTwice ? '2 of 2' : '1 of 1' });
    else isUnlooked = true;
  }
  if (findings.length === 0 && isUnlooked) return noLook(unlooked);
  const judged = outcome.judged.filter((reply) => !isAccident(reply));
  return { ...outcome, findings, judged };
};

const failuresIn = async (check: AnyCheck, runState: JudgedState): Promise<readonly unknown[]> => {
  const failures = sourcesOf(check).map((source) =>
    runState.get(source).then(
      () => runState.failuresOf(source),
      (error: unknown) => [error],
    ),
  );
  return (await Promise.all(failures)).flat();
};

const needsLook = (check: AnyCheck, { findings }: CheckOutcome, runState: JudgedState): boolean =>
  findings.some((found) => restingOn(found, check, runState).length > 0);

const askWithin =
  (runState: JudgedState, resender: Resender, budget: LookBudget) =>
  async (reply: Reply, mark?: string): Promise<Reply | undefined> => {
    const isOfWrongKey = keyIn(reply.request) !== runState.setting.keys.full;
    if (!budget.spend({ isOfWrongKey })) return undefined;
    return resender.lookAgain(reply, { mark }).catch((error) => {
      if (isHeldBack(error)) return undefined;
      throw error;
    });
  };

const mayShowLate = (found: Found, check: AnyCheck, runState: JudgedState): boolean =>
  restingOn(found, check, runState).some(
    (reply) => ofCreated.has(reply.request.purpose.probe) && (!isSuccess(reply) || found.isUnlisted === true),
  );

const isShownLate = (reply: Reply, second: Reply): boolean =>
  ofCreated.has(reply.request.purpose.probe) && reply.operation === 'offramp.read' && isSuccess(second);

/** Repeats requests behind findings, and judges again where another answer came. */
export const lookTwice = async (
  given: CheckOutcomes,
  runState: JudgedState,
  budget = new LookBudget(),
): Promise<CheckOutcomes> => {
  const { resender } = runState;
  if (resender === undefined) return given;
  const cached = await cachedOutcomes(given, runState, askWithin(runState, resender, budget));
  const outcomes = new Map([...given].filter(([check]) => !cached.has(check)));
  const looks = new Map<Reply, Look>();
  const kinds = kindsIn(outcomes, runState);
  if ([...outcomes].some(([check, { findings }]) => findings.some((found) => mayShowLate(found, check, runState))))
    await resender.untilShown();
  const isServing = kinds.length === 0 || (await resender.isServing());
  for (const kind of isServing ? kinds : [])
    for (const [reply, look] of await lookAtKind(kind, { resender, budget, runState })) looks.set(reply, look);
  const standIns = new Map<unknown, Reply>();
  const setAside = new Set<Reply>();
  const probes = timelessIn([...outcomes.keys()]);
  for (const [reply, look] of looks)
    if (!look.isSame) {
      const { second } = look;
      if (second && (probes.has(reply.request.purpose.probe) || isShownLate(reply, second)))
        standIns.set(reply, second);
      else setAside.add(reply);
    }
  const later = stateWith(runState, standIns, setAside);
  const seconds = new Set(standIns.values());
  const settled = new Map<AnyCheck, CheckOutcome>(cached);
  for (const [check, outcome] of outcomes) {
    const isRefuted = (found: Found) =>
      restingOn(found, check, runState).some((reply) => looks.get(reply)?.isSame === false);
    const isOpen = outcome.findings.some(isRefuted) || (standIns.size > 0 && isOfLate(outcome));
    const anew = isOpen ? await judgeCheck(check, later, failuresIn(check, later)) : outcome;
    const unlooked = isServing ? allUsed : notServing;
    const counting =
      anew.findings.length > 0 ? settledBy(looks, { check, outcome: anew, runState, unlooked, seconds }) : anew;
    const { findings, judged, observations, reasons } = counting;
    const isEmpty = findings.length + judged.length + observations.length + reasons.length === 0;
    const counted = isEmpty ? { ...counting, reasons: [notAgain] } : counting;
    // What was shown once is known to whoever asked, whatever is answered the next time.
    const leaks = outcome.findings.filter(
      (found) => isRefuted(found) && restingOn(found, check, runState).some((reply) => runState.isLeak?.(reply)),
    );
    const shown = leaks.map((found): Found => ({ ...found, seen: '1 of 2' }));
    settled.set(check, shown.length > 0 ? { ...counted, findings: [...shown, ...findings], reasons: [] } : counted);
  }
  return settled;
};

/** The outcome where the run ends before a second look. */
export const cutShort = (check: AnyCheck, outcome: CheckOutcome, runState: JudgedState): CheckOutcome => {
  const unlooked = 'the run ended before the second look';
  return isOfClosing(outcome) ? noLook(unlooked) : settledBy(new Map(), { check, outcome, runState, unlooked });
};

const judgedAnew = async (checks: readonly AnyCheck[], calm: JudgedState): Promise<CheckOutcomes> => {
  const outcomes = new Map<AnyCheck, CheckOutcome>();
  for (const check of checks) {
    await nextTurn();
    outcomes.set(check, await judgeCheck(check, calm, failuresIn(check, calm)));
  }
  return outcomes;
};

const isOfFailure = ({ findings }: CheckOutcome): boolean =>
  findings.some((found) => guiltyReplies(found).some((reply) => isServerError(reply) || reply.status === 401));

/** A created record may show at a second look. */
const isOfLate = ({ reasons: [first] }: CheckOutcome): boolean => first?.code === 'NOT_SHOWN';

/** True where an outcome waits for the common second look. */
export const isUnsettled = (check: AnyCheck, outcome: CheckOutcome, runState: JudgedState): boolean =>
  needsLook(check, outcome, runState) ||
  isOfClosing(outcome) ||
  isOfLate(outcome) ||
  isOfFailure(outcome) ||
  mayShareCause(outcome) ||
  mayBeCached(check, outcome, runState);

/** Final outcomes, at the end of a run. */
export const settle = async (
  checks: readonly AnyCheck[],
  unsettled: CheckOutcomes,
  { runState, budget = new LookBudget() }: { readonly runState: JudgedState; readonly budget?: LookBudget },
): Promise<CheckOutcomes> => {
  await lookAtClosed(runState, budget);
  const suspects = suspectsIn(runState);
  const isSuspect = isOfSuspects(suspects);
  const calm = await repeatDisturbed(checks, runState, { budget, isKeptForLast: isSuspect });
  const open = await judgedAnew(calm === runState ? [...unsettled.keys()] : checks, calm);
  const looked = await lookTwice(oneCause(open, { checks, runState: calm }), calm, budget);
  const settled = (outcomes: CheckOutcomes, seen: JudgedState) =>
    oneOfClosed(oneCause(outcomes, { checks, runState: seen }));
  if (suspects.length === 0) return settled(looked, calm);
  const { found, cleared } = await trySuspects(suspects, checks, { runState, budget });
  const isCleared = isOfSuspects(cleared);
  const isKeptForLast = (reply: Reply) => isSuspect(reply) && !isCleared(reply);
  const later = await repeatDisturbed(checks, runState, { budget, isKeptForLast });
  const concerned = cleared.length === 0 ? [] : checks.filter((check) => standsOn(check, cleared));
  const again = await lookTwice(await judgedAnew(concerned, later), later, budget);
  const all = new Map([...looked, ...again]);
  for (const [check, outcome] of found) all.set(check, withFindings(all.get(check), outcome));
  return settled(all, later);
};
