import { isServedRead, letInAround, mayBeUnrouted, mayRefuseCaller, mayTurnAway } from '#attribution';
import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import { NoAnswer } from '#client';
import { isOrder, type OperationId } from '#contract';
import type { Reply } from '#evidence';
import { isDescribedRefusal, isValidRequest, pathToNowhere, repliesOf } from '#probes';
import { attributionFor, repliesFor } from './attributed.ts';
import type { JudgedState } from './judged-state.ts';

/**
 * If single requests get a 404, sends valid requests, which show whether the path exists. If none of them reaches a
 * record, a request to an impossible path follows.
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

/** Two looks, because a read that started before a lock-out may still be served. */
const checkLooks = 2;

/** Repeats a served read after answers that may have refused the caller. */
const lookForKeys = async (check: AnyCheck, replies: readonly Reply[], runState: JudgedState): Promise<void> => {
  const refused = replies.filter(mayRefuseCaller);
  if (refused.length === 0 || runState.resender === undefined) return;
  const served = runState.replies.find((reply) => isServedRead(reply, runState.setting));
  for (let looks = 0; served && looks < checkLooks; looks += 1) {
    const isLetIn = letInAround(runState.replies, runState.setting);
    const suspects = refused.filter((reply) => mayTurnAway(reply.status, () => reply.body) || !isLetIn(reply));
    if (!suspects.some(attributionFor(check, runState).mayJudge)) return;
    await runState.resender.again(served);
  }
};

/** A gateway may drop requests with an unknown key. */
export const hasKnownKey = ({ hasOneOf }: NoAnswer, { keys }: JudgedState['setting']): boolean =>
  hasOneOf?.([keys.full, ...keys.others]) === true;

/**
 * If connections were closed after refused keys and no read was served before, a read shows whether there is a service.
 * For requests with the full key this proves nothing, because the service may have been away.
 */
const lookForService = async (failures: readonly unknown[], runState: JudgedState): Promise<void> => {
  const closed = failures
    .filter((error) => error instanceof NoAnswer)
    .filter((error) => error.isAlwaysClosed && !error.isRepeated && !hasKnownKey(error, runState.setting));
  if (closed.length === 0 || runState.resender === undefined) return;
  const known = new Set(runState.replies);
  await runState.resender.again({ operation: 'balances.read', request: { input: {} } });
  const isThere = runState.replies.some((reply) => !known.has(reply) && isServedRead(reply, runState.setting));
  for (const error of closed) error.isRepeated = isThere;
};

/** The statuses that the document has for a refused order. */
const documented: readonly number[] = [400, 401, 403, 404];

/**
 * Places one more order after orders that were refused in an undocumented way. If it is refused in the same way, a
 * quota or the opening hours are the reason.
 */
const lookForOrders = async (replies: readonly Reply[], runState: JudgedState): Promise<void> => {
  const suspects = replies.filter((reply) => !documented.includes(reply.status) && isDescribedRefusal(reply));
  const operations = [...new Set(suspects.map(({ operation }) => operation))].filter(isOrder);
  for (const operation of operations) {
    const last = runState.replies.findLastIndex((reply) => reply.operation === operation && suspects.includes(reply));
    const isShown = runState.replies
      .slice(last)
      .some((reply) => reply.operation === operation && isValidRequest(reply));
    if (!isShown) await runState.resender?.stillAccepts(operation);
  }
};

/**
 * Sends all requests that a check needs, and requests that show who answered. Returns the reasons for missing parts.
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

/** Reasons for missing data of a check; resolves when all other data are there. */
export type GatheredData = Promise<readonly unknown[]>;

/**
 * Starts to gather for many checks at once, so that the lock orders their probes. Universal checks judge every
 * exchange: their requests are sent with the others, and they wait until all other checks have their data.
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
