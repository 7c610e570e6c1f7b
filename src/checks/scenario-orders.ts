import { isServerError, isSuccess, type OrderId } from '#contract';
import { isRecord, type Reply } from '#evidence';
import type { StepResult, Trace } from '#probes';
import { both, type CheckContext, type Judge } from './judgement.ts';
import type { Refusal } from './refusal.ts';
import { eachTrace, lackOf, repliesIn, seenIn, unlessFailed } from './traces.ts';
import { answersWithout5xx, differIn, refused } from './words.ts';

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

/** A judge of some of the replies, or none where there are fewer of them. */
const judging = (
  replies: readonly Reply[],
  judge: Judge<readonly Reply[]>,
  least = 1,
): readonly Judge<null>[] => (replies.length < least ? [] : [(_nothing, context) => judge(replies, context)]);

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
    const records = accepted.filter(({ body }) => isRecord(body));
    const judges = [
      ...judging(broken, answersWithout5xx),
      ...judging(accepted, judge),
      // A service that accepts nothing refuses for its own reasons.
      ...(accepted.length > 0 ? judging(spoilt, refused(refusal)) : []),
      ...(own.length > 0 ? judging(records, differIn(...own), 2) : []),
    ];
    return unlessFailed(both(...judges)(null, context), needed);
  });
