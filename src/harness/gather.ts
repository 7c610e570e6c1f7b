import {
  type Attribution,
  attribute,
  countAnswers,
  isServedRead,
  letInAround,
  mayBeUnrouted,
  mayRefuseCaller,
  mayTurnAway,
  type Responder,
} from '#attribution';
import { type AnyCheck, isUniversal, sourcesOf } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import { isOrder, type OperationId, operationOf } from '#contract';
import type { Reply } from '#evidence';
import { isDescribedRefusal, isOfValidRequest, pathToNowhere, probesOf, repliesOf } from '#probes';
import { type AnswerCount, type AnsweredBy, isError, type TestReport } from '#run';
import type { Attributed, JudgedWorld } from './world.ts';

/** Attributes all that was gathered until now. Until more comes in, all checks share it. */
const attributed = (world: JudgedWorld): Attributed => {
  const { replies, unanswered = [], setting, setAside } = world;
  const upTo = `${replies.length + unanswered.length}, ${world.disturbances ?? 0}`;
  if (world.attributed?.upTo === upTo) return world.attributed;
  const isKnownLockOut = (reply: Reply) => world.run?.lockOuts.has(reply) ?? false;
  const isSetAside = (reply: Reply) => setAside?.has(reply) === true || world.isDisturbed?.(reply) === true;
  const calm = replies.filter((reply) => !isSetAside(reply));
  const attributionFor = attribute({ replies: calm, setting, isOfValidRequest, isKnownLockOut, isSetAside });
  const byProbe = new Map<string, { readonly at: number; readonly reply: Reply }[]>();
  for (const [at, reply] of replies.entries()) {
    const own = byProbe.get(reply.request.purpose.probe);
    if (own) own.push({ at, reply });
    else byProbe.set(reply.request.purpose.probe, [{ at, reply }]);
  }
  world.attributed = { upTo, attributionFor, byProbe };
  return world.attributed;
};

/** Attributes all that was gathered until now, for one check. */
export const attributionFor = ({ requirement }: AnyCheck, world: JudgedWorld): Attribution =>
  attributed(world).attributionFor(requirement);

const byCode: Readonly<Partial<Record<NoAnswer['code'], AnsweredBy>>> = {
  RATE_LIMITED: 'limit',
  GATEWAY: 'gateway',
  BLOCKED: 'block',
};

/** Who ended an exchange without a reply; undefined where nothing was sent. */
const responderIn = (error: unknown): Pick<Responder, 'by' | 'name'> | undefined => {
  if (error instanceof ProtocolViolation) return { by: 'service' };
  if (!(error instanceof NoAnswer) || error.whyHeldBack !== undefined) return undefined;
  return { by: byCode[error.code] ?? 'nobody', name: error.product };
};

/** An exchange as a reader looks for it in a log. */
const lineOf = ({ operation, status, request: { purpose }, exchange }: Reply): string => {
  const { method, path } = operationOf(operation);
  return `${exchange.startedAt} ${method} ${path}${purpose.case === undefined ? '' : `, ${purpose.case}`}: ${status}`;
};

/** Counts all exchanges until now by who answered them. */
export const answersIn = (world: JudgedWorld): readonly AnswerCount[] => {
  const known = attributed(world);
  const { of } = known.attributionFor();
  known.answers ??= countAnswers([
    ...world.replies.map((reply) => {
      const responder = of(reply);
      return { ...responder, request: responder.by === 'service' ? undefined : lineOf(reply) };
    }),
    ...(world.unanswered ?? []).flatMap((error) => responderIn(error) ?? []),
  ]);
  return known.answers;
};

/** In the order in which they came. */
export const probedReplies = (check: AnyCheck, world: JudgedWorld): readonly Reply[] => {
  const { byProbe } = attributed(world);
  const ids = new Set(sourcesOf(check).flatMap((source) => probesOf(source).map(({ id }) => id)));
  return [...ids]
    .flatMap((id) => byProbe.get(id) ?? [])
    .toSorted((one, other) => one.at - other.at)
    .map(({ reply }) => reply);
};

/** The replies that a check judges, as far as they are known before. */
const repliesFor = (check: AnyCheck, world: JudgedWorld): readonly Reply[] => {
  const own = isUniversal(check) ? world.replies.filter(check.of) : [];
  return own.length > 0 ? own : probedReplies(check, world);
};

/** Most requests of one check that are kept as lines. */
const maxLines = 4;

/** The answered requests that a check stands on; of one that did not hold, errors are kept first. */
export const requestsOf = (
  check: AnyCheck,
  world: JudgedWorld,
  hasHeld: boolean,
): NonNullable<TestReport['requests']> => {
  const replies = repliesFor(check, world);
  const errors = replies.filter(isError);
  const kept = new Set(hasHeld ? [] : [...errors, ...replies].slice(0, maxLines));
  return { answered: replies.length, lines: replies.filter((reply) => kept.has(reply)).map(lineOf) };
};

/**
 * A single request may meet a path that is not there: valid requests show whether it leads anywhere, and where none does, a path that
 * cannot exist.
 */
const lookForRoutes = async (check: AnyCheck, world: JudgedWorld): Promise<readonly Reply[]> => {
  const replies = repliesFor(check, world);
  const suspects = [...new Set(replies.filter(mayBeUnrouted).map(({ operation }) => operation))];
  const valid = (id: OperationId) => world.replies.filter((it) => it.operation === id && isOfValidRequest(it));
  const leadsSomewhere = (id: OperationId) => valid(id).some((reply) => !mayBeUnrouted(reply));
  const mayBeNowhere = () => suspects.filter((operation) => !leadsSomewhere(operation));
  if (mayBeNowhere().length === 0) return replies;
  await Promise.allSettled(mayBeNowhere().map((operation) => world.get(repliesOf(operation))));
  await Promise.allSettled(mayBeNowhere().map((operation) => world.get(pathToNowhere(operation))));
  return repliesFor(check, world);
};

/** A read that was under way when the caller was locked out may have been served. */
const checkLooks = 2;

/** Sends a read that was served again, where that may show that an answer refused the caller. */
const lookForKeys = async (check: AnyCheck, replies: readonly Reply[], world: JudgedWorld): Promise<void> => {
  const refused = replies.filter(mayRefuseCaller);
  if (refused.length === 0 || world.again === undefined) return;
  const served = world.replies.find((reply) => isServedRead(reply, world.setting));
  for (let looks = 0; served && looks < checkLooks; looks += 1) {
    const isLetIn = letInAround(world.replies, world.setting);
    const suspects = refused.filter((reply) => mayTurnAway(reply.status, () => reply.body) || !isLetIn(reply));
    if (!suspects.some(attributionFor(check, world).mayJudge)) return;
    await world.again(served);
  }
};

/** A gateway may drop requests with a key that the service does not know. */
export const isOfKnownKey = ({ hasOneOf }: NoAnswer, { keys }: JudgedWorld['setting']): boolean =>
  hasOneOf?.([keys.full, ...keys.others]) === true;

/**
 * Where connections were closed on refused keys before any read was served, a read shows whether a service is there at all. Of the
 * full key nothing follows: the service may have been away meanwhile.
 */
const lookForService = async (failures: readonly unknown[], world: JudgedWorld): Promise<void> => {
  const closed = failures
    .filter((error) => error instanceof NoAnswer)
    .filter((error) => error.isAlwaysClosed && !error.isRepeated && !isOfKnownKey(error, world.setting));
  if (closed.length === 0 || world.again === undefined) return;
  const known = new Set(world.replies);
  await world.again({ operation: 'balances.read', request: { input: {} } });
  const isThere = world.replies.some((reply) => !known.has(reply) && isServedRead(reply, world.setting));
  for (const error of closed) error.isRepeated = isThere;
};

/** Statuses by which the document has an order refused. */
const documented: readonly number[] = [400, 401, 403, 404];

/**
 * Places one more order after those that were refused otherwise than the document says: where it is refused in the same way, a quota
 * or the hours are the reason.
 */
const lookForOrders = async (replies: readonly Reply[], world: JudgedWorld): Promise<void> => {
  const suspects = replies.filter((reply) => !documented.includes(reply.status) && isDescribedRefusal(reply));
  const operations = [...new Set(suspects.map(({ operation }) => operation))].filter(isOrder);
  for (const operation of operations) {
    const last = world.replies.findLastIndex((reply) => reply.operation === operation && suspects.includes(reply));
    const isShown = world.replies.slice(last).some((reply) => reply.operation === operation && isOfValidRequest(reply));
    if (!isShown) await world.stillAccepts?.(operation);
  }
};

/**
 * Has everything sent that a check judges by, and what shows whose answers these are. Gives the reasons why a part of it
 * could not be had.
 */
export const gather = async (check: AnyCheck, world: JudgedWorld): Promise<readonly unknown[]> => {
  const failures = await Promise.all(
    sourcesOf(check).map(async (source): Promise<readonly unknown[]> => {
      try {
        await world.get(source);
        return world.failuresOf(source);
      } catch (error) {
        return [error];
      }
    }),
  );
  await lookForService(failures.flat(), world);
  const replies = await lookForRoutes(check, world);
  await lookForKeys(check, replies, world);
  await lookForOrders(replies, world);
  return failures.flat();
};

/** Why parts of the data of a check could not be had, once all that it judges by has been gathered. */
export type GatheredData = Promise<readonly unknown[]>;

/**
 * Begins to gather for many checks at once, so that the lock brings their probes in order. Universal checks judge every exchange:
 * their requests are sent with the rest, and they wait until all other checks have theirs.
 */
export const gatherAll = (checks: readonly AnyCheck[], world: JudgedWorld): ReadonlyMap<AnyCheck, GatheredData> => {
  const gathering = new Map<AnyCheck, GatheredData>();
  for (const check of checks) if (!isUniversal(check)) gathering.set(check, gather(check, world));
  const others = Promise.allSettled([...gathering.values()]);
  for (const check of checks.filter(isUniversal)) {
    for (const source of check.needs) world.get(source).catch(() => undefined);
    gathering.set(
      check,
      others.then(() => gather(check, world)),
    );
  }
  return gathering;
};
