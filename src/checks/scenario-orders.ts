import type { OrderId } from '#contract';
import { isFromService, isRecord, type Reply } from '#evidence';
import type { Taken, Trace } from '#probes';
import { both, type Judge } from './judgement.ts';
import type { Refusal } from './refusal.ts';
import { eachTrace, lackOf, repliesIn, unlessFailed } from './traces.ts';
import { answersWithout5xx, differIn, refused } from './words.ts';

interface Kind {
  readonly operation: OrderId;
  /** The step that is refused after any others. */
  readonly refusedStep: string;
  readonly refusal?: Refusal;
  /** The judge of each accepted order. */
  readonly judge: Judge<readonly Reply[]>;
  /** Members in which no two orders agree. */
  readonly own?: readonly string[];
}

/** Answers that say something: a service that limits the rate says nothing. */
const answersTo = (orders: readonly Taken[]): readonly Reply[] => repliesIn(orders).filter(isFromService);

/** A judge of some of the replies, or none where there are fewer of them. */
const judging = (
  replies: readonly Reply[],
  judge: Judge<readonly Reply[]>,
  least = 1,
): readonly Judge<null>[] => (replies.length < least ? [] : [(_nothing, setting) => judge(replies, setting)]);

/** Whatever comes between, an accepted order of a kind keeps its promises, and one that is to be refused is. */
export const keepsOrders = (kind: Kind): Judge<readonly Trace[]> =>
  eachTrace(({ taken }, setting) => {
    const { operation, refusedStep, refusal = {}, judge, own = [] } = kind;
    const orders = taken.filter((it) => it.operation === operation);
    const valid = answersTo(orders.filter(({ step }) => step !== refusedStep));
    const spoilt = answersTo(orders.filter(({ step }) => step === refusedStep));
    const accepted = valid.filter(({ status }) => status < 300);
    const broken = valid.filter(({ status }) => status >= 500);
    const needed = orders.map(({ seen }) => seen);
    if (accepted.length === 0 && broken.length === 0)
      throw lackOf(needed, `${operation}: no valid order of a scenario was accepted`);
    const records = accepted.filter(({ body }) => isRecord(body));
    const judges = [
      ...judging(broken, answersWithout5xx),
      ...judging(accepted, judge),
      // A service that accepts nothing refuses for reasons of its own.
      ...(accepted.length > 0 ? judging(spoilt, refused(refusal)) : []),
      ...(own.length > 0 ? judging(records, differIn(...own), 2) : []),
    ];
    return unlessFailed(both(...judges)(null, setting), needed);
  });
