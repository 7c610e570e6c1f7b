import { isServedRead, letInAround, mayBeUnrouted, mayRefuseCaller, mayTurnAway } from '#attribution';
import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import { NoAnswer } from '#client';
import { isOrder, type OperationId } from '#contract';
import type { Reply } from '#evidence';
import { isDescribedRefusal, isValidRequest, pathToNowhere, repliesOf } from '#probes';
import { attributionFor, repliesFor } from './attributed.ts';
import type { JudgedState } from './run-state.ts';

/**
 * A single request may meet a path that is not there: valid requests show whether it leads anywhere, and where none does, a path that
 * cannot exist.
 */
const lookForRoutes = async (check: AnyCheck, runState: JudgedState): Promise<readonly Reply[]> => {
  const replies = repliesFor(check, runState);
  const suspects = [...new Set(replies.filter(mayBeUnrouted).map(({ operation }) => operation))];
  const valid = (id: OperationId) => runState.replies.filter((it) => it.operation === id && isValidRequest(it));
  const leadsSomewhere = (id: OperationId) => valid(id).some((reply) => !mayBeUnrouted(reply));
  const mayBeNowhere = () => suspects.filter((operation) => !leadsSomewhere(operation));
  if (mayBeNowhere().length === 0) return replies;
  await Promise.allSettled(mayBeNowhere().map((operation) => runState.get(repliesOf(operation))));
  await Promise.allSettled(mayBeNowhere().map((operation) => runState.get(pathToNowhere(operation))));
  return repliesFor(check, runState);
};

/** A read that started before a lock-out may still be served. */
const checkLooks = 2;

/** Repeats a served read where an answer may have refused the caller. */
const lookForKeys = async (check: AnyCheck, replies: readonly Reply[], runState: JudgedState): Promise<void> => {
  const refused = replies.filter(mayRefuseCaller);
  if (refused.length === 0 || runState.again === undefined) return;
  const served = runState.replies.find((reply) => isServedRead(reply, runState.setting));
  for (let looks = 0; served && looks < checkLooks; looks += 1) {
    const isLetIn = letInAround(runState.replies, runState.setting);
    const suspects = refused.filter((reply) => mayTurnAway(reply.status, () => reply.body) || !isLetIn(reply));
    if (!suspects.some(attributionFor(check, runState).mayJudge)) return;
    await runState.again(served);
  }
};

/** A gateway may drop requests with an unknown key. */
export const hasKnownKey = ({ hasOneOf }: NoAnswer, { keys }: JudgedState['setting']): boolean =>
  hasOneOf?.([keys.full, ...keys.others]) === true;

/**
 * Where connections were closed on refused keys before any read was served, a read shows whether a service is there at all. Of the
 * full key nothing follows: the service may have been away meanwhile.
 */
const lookForService = async (failures: readonly unknown[], runState: JudgedState): Promise<void> => {
  const closed = failures
    .filter((error) => error instanceof NoAnswer)
    .filter((error) => error.isAlwaysClosed && !error.isRepeated && !hasKnownKey(error, runState.setting));
  if (closed.length === 0 || runState.again === undefined) return;
  const known = new Set(runState.replies);
  await runState.again({ operation: 'balances.read', request: { input: {} } });
  const isThere = runState.replies.some((reply) => !known.has(reply) && isServedRead(reply, runState.setting));
  for (const error of closed) error.isRepeated = isThere;
};

/** Documented statuses of a refused order. */
const documented: readonly number[] = [400, 401, 403, 404];

/**
 * Places one more order after those that were refused otherwise than the document says: where it is refused in the same way, a quota
 * or the hours are the reason.
 */
const lookForOrders = async (replies: readonly Reply[], runState: JudgedState): Promise<void> => {
  const suspects = replies.filter((reply) => !documented.includes(reply.status) && isDescribedRefusal(reply));
  const operations = [...new Set(suspects.map(({ operation }) => operation))].filter(isOrder);
  for (const operation of operations) {
    const last = runState.replies.findLastIndex((reply) => reply.operation === operation && suspects.includes(reply));
    const isShown = runState.replies
      .slice(last)
      .some((reply) => reply.operation === operation && isValidRequest(reply));
    if (!isShown) await runState.stillAccepts?.(operation);
  }
};

/**
 * Has everything sent that a check judges by, and what shows whose answers these are. Gives the reasons why a part of it
 * could not be had.
 */
export const gather = async (check: AnyCheck, runState: JudgedState): Promise<readonly unknown[]> => {
  const failures = await Promise.all(
    sourcesOf(check).map(async (source): Promise<readonly unknown[]> => {
      try {
        await runState.get(source);
        return runState.failuresOf(source);
      } catch (error) {
        return [error];
      }
    }),
  );
  await lookForService(failures.flat(), runState);
  const replies = await lookForRoutes(check, runState);
  await lookForKeys(check, replies, runState);
  await lookForOrders(replies, runState);
  return failures.flat();
};

/** Reasons for missing data of a check, once all other data are there. */
export type GatheredData = Promise<readonly unknown[]>;

/**
 * Begins to gather for many checks at once, so that the lock brings their probes in order. Universal checks judge every exchange:
 * their requests are sent with the rest, and they wait until all other checks have theirs.
 */
export const gatherAll = (checks: readonly AnyCheck[], runState: JudgedState): ReadonlyMap<AnyCheck, GatheredData> => {
  const gathering = new Map<AnyCheck, GatheredData>();
  for (const check of checks) if (!isUniversal(check)) gathering.set(check, gather(check, runState));
  const others = Promise.allSettled([...gathering.values()]);
  for (const check of checks.filter(isUniversal)) {
    for (const source of check.needs) runState.get(source).catch(() => undefined);
    gathering.set(
      check,
      others.then(() => gather(check, runState)),
    );
  }
  return gathering;
};
