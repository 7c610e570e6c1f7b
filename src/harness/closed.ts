// At the end of the run, the second look at requests whose connection was closed without an answer.

import type { AnyCheck } from '#checks';
import { NoAnswer } from '#client';
import { isPromise, requirementOf } from '#contract';
import { untested } from '#evidence';
import { isHeldBack } from './failures.ts';
import { hasKnownKey } from './gather.ts';
import { type CheckOutcome, type CheckOutcomes, ofFailure } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import { type LookBudget, maxLooksOfKind } from './look-budget.ts';

export const isOfClosing = ({ findings }: CheckOutcome): boolean => findings.some(({ code }) => code === 'NO_ANSWER');

const kindOf = ({ operation, sent }: NoAnswer): string =>
  JSON.stringify([operation, sent?.().request.purpose.odd, sent?.().request.purpose.changed]);

const isReset = (error: unknown): boolean => error instanceof NoAnswer && error.code === 'TRANSPORT_RESET';

const isClosedAgain = async (error: NoAnswer, runState: JudgedState, budget: LookBudget): Promise<boolean> => {
  const sent = error.sent?.();
  if (sent === undefined || runState.resender === undefined || !budget.spend({ isOfWrongKey: false })) return false;
  const known = new Set(runState.unanswered);
  try {
    if ((await runState.resender.lookAgain(sent, { recorded: true })) !== undefined) return false;
  } catch (held) {
    if (isHeldBack(held)) return false;
    throw held;
  }
  return runState.unanswered?.some((later) => !known.has(later) && isReset(later)) ?? false;
};

/** Repeats one request of each kind, if the service answers others; otherwise it was an accident. */
export const lookAtClosed = async (runState: JudgedState, budget: LookBudget): Promise<void> => {
  const closed = (runState.unanswered ?? []).filter(
    (error): error is NoAnswer =>
      error instanceof NoAnswer && error.isRepeated && !error.mayBeFiltered && hasKnownKey(error, runState.setting),
  );
  if (closed.length === 0 || runState.isFlaky) return;
  const isServing = (await runState.resender?.isServing()) !== false;
  const looks = new Map<string, { readonly times: number; readonly isClosed: boolean }>();
  for (const error of closed) {
    const { times, isClosed } = looks.get(kindOf(error)) ?? { times: 0, isClosed: false };
    if (times < maxLooksOfKind && !isClosed) {
      error.isRepeated = isServing && (await isClosedAgain(error, runState, budget));
      looks.set(kindOf(error), { times: times + 1, isClosed: error.isRepeated });
    } else error.isRepeated = isClosed;
  }
};

const reporterIn = (concerned: readonly AnyCheck[]): AnyCheck | undefined => {
  const promises = concerned.filter(({ requirement }) => isPromise(requirementOf(requirement)));
  return promises.find(({ requirement }) => requirement.endsWith('/answers-with-its-record')) ?? promises[0];
};

/** One unanswered request makes one finding. Other claims about it have no result. */
export const oneOfClosed = (outcomes: CheckOutcomes): CheckOutcomes => {
  const byExchange = new Map<string, AnyCheck[]>();
  for (const [check, outcome] of outcomes) {
    if (!isOfClosing(outcome)) continue;
    const exchange = JSON.stringify(outcome.unanswered);
    byExchange.set(exchange, [...(byExchange.get(exchange) ?? []), check]);
  }
  const decided = new Map(outcomes);
  for (const concerned of byExchange.values()) {
    const first = reporterIn(concerned);
    for (const check of concerned) {
      const outcome = outcomes.get(check);
      const [found] = outcome?.findings ?? [];
      if (outcome === undefined || found === undefined || first === undefined) continue;
      const { operation, observed } = found;
      const unread = untested('CONNECTION_CLOSED', `${operation}: ${observed}`, { operation });
      decided.set(
        check,
        check === first ? { ...outcome, findings: [{ ...found, seen: '2 of 2' }] } : ofFailure(unread),
      );
    }
  }
  return decided;
};
