import { isBusinessRefusal } from '#attribution';
import { isRefusal, isServerError, isSuccess, type OrderId, operationOf } from '#contract';
import { isRecord, type Reply, Untested } from '#evidence';
import { type Attempted, idsOf, isAnswered, type Page, type StepResult, type Trace } from '#probes';
import { both, type CheckContext, ifAny, type Judge, type Judgement, on } from './judgement.ts';
import type { Refusal } from './refusal.ts';
import { answersWithout5xx, differIn, refused } from './words.ts';

/** The answers to steps, without those that have none. */
export const repliesIn = (taken: readonly StepResult[]): readonly Reply[] =>
  taken.flatMap(({ seen }) => (isAnswered(seen) ? [seen.value] : []));

/** The outcomes of steps, for what needs them. */
export const seenIn = (taken: readonly Pick<StepResult, 'seen'>[]): readonly Attempted<Reply>[] =>
  taken.map(({ seen }) => seen);

export const ordersIn = ({ results }: Trace): readonly StepResult[] =>
  results.filter(({ operation }) => operationOf(operation).movesMoney);

/** True where one of them was accepted: only then does an unchanged state show something. */
export const areAccepted = (orders: readonly StepResult[]): boolean => repliesIn(orders).some(isSuccess);

/** True where something may have come of an order: it was not refused, or its answer is not known. */
export const mayHaveEffect = ({ seen }: StepResult): boolean =>
  isAnswered(seen) ? !isRefusal(seen.value) : seen.isSent;

export const itemsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items);
export const setOfIds = (pages: readonly Page[]): ReadonlySet<string> => new Set(idsOf(pages));

const failuresIn = (seen: readonly Attempted<unknown>[]): readonly unknown[] =>
  seen.flatMap((it) => (isAnswered(it) ? [] : [it.failure]));

/** The judgement, where it finds something or nothing that it needed got no answer; a missing role is no matter. */
export const unlessFailed = (judgement: Judgement, needed: readonly Attempted<unknown>[]): Judgement => {
  const failure = failuresIn(needed).find((it) => !(it instanceof Untested));
  if (failure !== undefined && judgement.findings.length === 0) throw failure;
  return judgement;
};

const isRefusedOrder = (seen: Attempted<unknown>): boolean =>
  isAnswered(seen) &&
  isRecord(seen.value) &&
  'operation' in seen.value &&
  isBusinessRefusal(seen.value as unknown as Reply);

/** The reason why nothing can be judged: the first failure, or else this reason, by the service where it refused orders. */
export const lackOf = (needed: readonly Attempted<unknown>[], reason: string): unknown =>
  failuresIn(needed)[0] ?? new Untested(reason, needed.some(isRefusedOrder) ? 'service' : 'nothing to judge');

/** Judges each trace by itself, with those of before; one that shows nothing excuses no other. */
export const eachTrace =
  (judge: (trace: Trace, context: CheckContext, earlier: readonly Trace[]) => Judgement): Judge<readonly Trace[]> =>
  (traces, context) => {
    const parts: Judgement[] = [];
    const failures: unknown[] = [];
    for (const [at, trace] of traces.entries()) {
      try {
        parts.push(judge(trace, context, traces.slice(0, at)));
      } catch (failure) {
        failures.push(failure);
      }
    }
    const findings = parts.flatMap((part) => part.findings);
    const grave = failures.find((it) => !(it instanceof Untested));
    if (findings.length === 0 && (grave !== undefined || parts.length === 0))
      throw grave ?? failures[0] ?? new Untested('no scenario was played');
    return { findings, judged: parts.flatMap(({ judged }) => judged) };
  };

interface Kind {
  readonly operation: OrderId;
  /** The step that is refused after any others. */
  readonly refusedStep: string;
  readonly refusal?: Refusal;
  readonly judge: Judge<readonly Reply[]>;
  /** Members in which no two orders agree. */
  readonly own?: readonly string[];
}

/** Answers that say something: a service that limits the rate says nothing. */
const answersTo = (orders: readonly StepResult[], { attribution }: CheckContext): readonly Reply[] =>
  repliesIn(orders).filter(attribution.mayJudge);

/** Between any requests, an accepted order of a kind keeps its promises, and one that is to be refused is. */
export const keepsOrders = (kind: Kind): Judge<readonly Trace[]> =>
  eachTrace(({ results }, context) => {
    const { operation, refusedStep, refusal = {}, judge, own = [] } = kind;
    const orders = results.filter((it) => it.operation === operation);
    const valid = answersTo(
      orders.filter(({ step }) => step !== refusedStep),
      context,
    );
    const spoilt = answersTo(
      orders.filter(({ step }) => step === refusedStep),
      context,
    );
    const accepted = valid.filter(isSuccess);
    const broken = valid.filter(isServerError);
    const needed = seenIn(orders);
    if (accepted.length === 0 && broken.length === 0)
      throw lackOf(needed, `${operation}: no valid order of a scenario was accepted`);
    const records = own.length > 0 ? accepted.filter(({ body }) => isRecord(body)) : [];
    const judgeAll = both(
      on(() => broken, ifAny(answersWithout5xx)),
      on(() => accepted, ifAny(judge)),
      // A service that accepts nothing refuses for its own reasons.
      on(() => (accepted.length > 0 ? spoilt : []), ifAny(refused(refusal))),
      on(() => (records.length > 1 ? records : []), ifAny(differIn(...own))),
    );
    return unlessFailed(judgeAll(undefined, context), needed);
  });
