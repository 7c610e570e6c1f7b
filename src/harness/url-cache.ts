// Tests for a cache by URL, which gives one caller the answer of another. Sends plain requests and requests with an
// unknown query member in turn: a cache gives equal answers to the plain ones, and the marked ones reach the service.

import { type AnyCheck, type Found, guiltyReplies } from '#checks';
import { isListing, isPromise, operationOf, requirementOf } from '#contract';
import { keyIn, type Reply, untested } from '#evidence';
import { isKeyRefusal, isSuccess } from '#run';
import { type CheckOutcome, type CheckOutcomes, ofFailure } from './judge.ts';
import type { JudgedState } from './judged-state.ts';

/** Sends a request; `mark` becomes an unknown query member. Undefined if the request may not be sent. */
type Ask = (reply: Reply, mark?: string) => Promise<Reply | undefined>;

const bodyOf = ({ status, body }: Reply): string => JSON.stringify([status, body ?? null]);

const isAlike = (one: Reply, other: Reply): boolean => bodyOf(one) === bodyOf(other);

/** Findings that an old page of a listing may cause. */
const oldPageCodes: ReadonlySet<string> = new Set([
  'ITEM_LOST',
  'ITEM_REPEATED',
  'NOT_LISTED_ONCE',
  'PAGE_NOT_FULL',
  'WRONG_COUNT',
  'WRONG_TOTAL_PAGES',
]);

/** A sign of a cache: an answer for another key, or an earlier page. */
interface Symptom {
  readonly isOf: (found: Found, reply: Reply | undefined, fullKey: string) => boolean;
  /** True if marked requests get the right answer and plain ones do not. */
  readonly isShown: (plain: Reply, marked: Reply) => boolean;
}

const isRead = ({ operation }: Reply): boolean => operationOf(operation).method === 'GET';

const symptoms: readonly Symptom[] = [
  {
    isOf: (_found, reply, fullKey) =>
      reply !== undefined && isRead(reply) && keyIn(reply.request) !== fullKey && isSuccess(reply),
    isShown: (plain, marked) => isSuccess(plain) && isKeyRefusal(marked),
  },
  {
    isOf: ({ code, operation }) => isListing(operation) && oldPageCodes.has(code),
    isShown: (plain, marked) => isSuccess(plain) && isSuccess(marked) && !isAlike(plain, marked),
  },
];

interface Suspect {
  readonly check: AnyCheck;
  readonly outcome: CheckOutcome;
  readonly found: Found;
}

const mayComeOfCache = (outcomes: CheckOutcomes, { isOf }: Symptom, fullKey: string): readonly Suspect[] =>
  [...outcomes].flatMap(([check, outcome]) => {
    const [found] = outcome.findings;
    const isConcerned = (each: Found) => isOf(each, guiltyReplies(each).find(isRead), fullKey);
    return found !== undefined && outcome.findings.every(isConcerned) ? [{ check, outcome, found }] : [];
  });

/** The document names no status for a key of another account. */
const isOfStatus = ({ expected, where }: Found): boolean => where !== 'status' || /^40[13]$/.test(expected);

const plainest = ({ check, found }: Suspect): boolean =>
  isPromise(requirementOf(check.requirement)) && isOfStatus(found) && guiltyReplies(found).some(isRead);

const shows = async (reply: Reply, ask: Ask, isShown: Symptom['isShown']): Promise<boolean> => {
  const plain: Reply[] = [];
  const marked: Reply[] = [];
  for (const mark of ['1', '2']) {
    for (const [answers, name] of [[plain, undefined] as const, [marked, mark] as const]) {
      const answer = await ask(reply, name);
      if (answer === undefined) return false;
      answers.push(answer);
    }
    const [onePlain, oneMarked] = [plain.at(-1), marked.at(-1)];
    if (onePlain === undefined || oneMarked === undefined || !isShown(onePlain, oneMarked)) return false;
  }
  const alike = ([one, other]: readonly Reply[]) => one !== undefined && other !== undefined && isAlike(one, other);
  return alike(plain) && alike(marked.map(withoutTimes));
};

/** Without the body of an error, because it contains the time. */
const withoutTimes = (reply: Reply): Reply => (isSuccess(reply) ? reply : { ...reply, body: undefined });

/** True if a cache may be the cause, so that the test for a cache must come first. */
export const mayBeCached = (check: AnyCheck, outcome: CheckOutcome, { setting }: JudgedState): boolean =>
  symptoms.some((symptom) => mayComeOfCache(new Map([[check, outcome]]), symptom, setting.keys.full).length > 0);

const named = ({ outcome, found }: Suspect): CheckOutcome => ({
  ...outcome,
  findings: [{ ...found, observed: `a cache by URL answers ${found.operation} (${found.observed})`, seen: '2 of 2' }],
});

const byCache = ({ found: { operation } }: Suspect): CheckOutcome =>
  ofFailure(untested('CACHED', `a cache by URL answers ${operation}, not the service`, { operation }));

/**
 * The outcomes that a cache by URL explains. The first finding of a kind names the cache; other findings of the kind
 * prove nothing about the service. Empty without such a cache.
 */
export const cachedOutcomes = async (
  outcomes: CheckOutcomes,
  runState: JudgedState,
  ask: Ask,
): Promise<CheckOutcomes> => {
  const decided = new Map<AnyCheck, CheckOutcome>();
  for (const symptom of symptoms) {
    const suspects = mayComeOfCache(outcomes, symptom, runState.setting.keys.full);
    const isKnown = decided.size > 0;
    const first = isKnown ? undefined : suspects.find(plainest);
    const reply = first && guiltyReplies(first.found).find(isRead);
    if (!isKnown && !(reply && (await shows(reply, ask, symptom.isShown)))) continue;
    for (const suspect of suspects) decided.set(suspect.check, suspect === first ? named(suspect) : byCache(suspect));
  }
  return decided;
};
