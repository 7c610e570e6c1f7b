import { cacheIn } from '#attribution';
import { operationOf } from '#contract';
import { isReference, type Reply, toAmount, untested, valueAt } from '#evidence';
import type { Pair } from '#probes';
import { isSuccess } from '#run';
import { contentOf, describe } from '#schemas';
import { type Found, finding, type Judge, wrongStatus } from './judgement.ts';
import { ofReadable, readable } from './judges.ts';

// Compares records: which of them must show the same, and which must not.

const timestampForm = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

const instantOf = (value: unknown): string | undefined => {
  const instant = typeof value === 'string' && timestampForm.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
};

/** Compares amounts by value, instants by time, and ids and codes in any letter case. */
const normal = (value: unknown): string =>
  toAmount(value)?.toString() ?? instantOf(value) ?? JSON.stringify(value)?.toLowerCase();

/** Letter case counts only for a reference, because it is the caller's own text. */
const isSame = (member: string, one: unknown, other: unknown): boolean =>
  one === other || (!isReference(member) && normal(one) === normal(other));

const shared = (one: unknown, other: unknown, members: readonly string[]): readonly string[] =>
  members.filter((member) => valueAt(one, member) !== undefined && valueAt(other, member) !== undefined);

export const disagree = (one: unknown, other: unknown, members: readonly string[]): boolean =>
  shared(one, other, members).some((member) => !isSame(member, valueAt(one, member), valueAt(other, member)));

/** Checks of form judge a member that only one of the records has. */
export const disagreements = (reply: Reply, other: unknown, members: readonly string[]): Found[] =>
  shared(reply.body, other, members).flatMap((member) => {
    const [mine, theirs] = [valueAt(reply.body, member), valueAt(other, member)];
    if (isSame(member, mine, theirs)) return [];
    const cache = cacheIn(reply);
    const observed = `another ${describe(mine)}${cache === undefined ? '' : ` (${cache})`}`;
    return [finding({ reply, code: 'DISAGREES', where: `$.${member}`, expected: 'the same as before', observed })];
  });

const demandShared = (pairs: readonly Pair[], members: readonly string[]): void => {
  if (!pairs.some(([{ body }, other]) => shared(body, other, members).length > 0))
    throw untested('UNFIT_RECORD', 'no two records show one of the members that are compared');
};

const repeated = (replies: readonly Reply[], member: string, asked: number): Found[] => {
  const accepted = replies.filter((reply) => isSuccess(reply) && valueAt(reply.body, member) !== undefined);
  if (accepted.length < 2)
    throw untested(
      asked < 2 ? 'NOT_TWICE' : 'NONE_ACCEPTED',
      `fewer than two orders were accepted that show ${member}`,
    );
  const promised = { code: 'NOT_ITS_OWN', where: `$.${member}`, expected: 'another for each order' };
  const earlier = new Map<string, Reply>();
  for (const reply of accepted) {
    const value = normal(valueAt(reply.body, member));
    const against = earlier.get(value);
    if (against) return [finding({ reply, against, ...promised, observed: 'the same twice' })];
    earlier.set(value, reply);
  }
  return [];
};

export const agrees =
  (members: readonly string[], otherwise = 'nothing shows the same record twice'): Judge<readonly Pair[]> =>
  (pairs, context) => {
    if (pairs.length === 0) throw untested('NOT_TWICE', otherwise);
    const judged = readable(
      pairs.map(([reply]) => reply),
      context,
    );
    const compared = pairs.filter(([reply]) => judged.includes(reply));
    demandShared(compared, members);
    return { findings: compared.flatMap(([reply, other]) => disagreements(reply, other, members)), judged };
  };

export const differIn =
  (...members: readonly string[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context);
    return { findings: members.flatMap((member) => repeated(judged, member, given.length)), judged };
  };

export const agreeAmongLike =
  (alike: string, ...members: readonly string[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context).filter(isSuccess);
    const likes = new Map<string, Reply[]>();
    for (const reply of judged) {
      const { subaccountId, body } = reply.request.input;
      if (valueAt(body, alike) === undefined) continue;
      const like = JSON.stringify([subaccountId, valueAt(body, alike)]);
      likes.set(like, [...(likes.get(like) ?? []), reply]);
    }
    const several = [...likes.values()].filter(({ length }) => length > 1);
    if (several.length === 0) throw untested('NOT_TWICE', 'no two like orders were accepted');
    const pairs = several.map(([first, ...others]) => others.map((reply): Pair => [reply, first?.body]));
    demandShared(pairs.flat(), members);
    const findings = pairs.flatMap((own) =>
      own.flatMap(([reply, first]) => disagreements(reply, first, members)).slice(0, members.length),
    );
    return { findings, judged };
  };

/** Milliseconds. In a recording, somebody may change the record between two later reads. */
const soonMs = 60_000;

/** The document does not fix the names of the last states. */
const isSettled = ({ body }: Reply): boolean =>
  /^(complete|paid|settle|succe|fail|done)/i.test(String(valueAt(body, 'status')));

const areApart = (one: Reply, other: Reply): boolean =>
  valueAt(one.body, 'updated_at') !== valueAt(other.body, 'updated_at') ||
  (other.request.purpose.recorded === true && other.receivedMs - one.receivedMs > soonMs);

const changesBetween = (first: Reply, later: Reply): readonly Found[] => {
  if (!isSuccess(later)) return [wrongStatus({ reply: later, code: 'DISAGREES', expected: 'the record, as before' })];
  const { success, varying } = operationOf(later.operation);
  if (success === null || varying === undefined || areApart(first, later)) return [];
  const { always, untilSettled = [] } = varying;
  const except = [first, later].every(isSettled) ? always : [...always, ...untilSettled];
  const [before, now] = [first, later].map(({ body }) => contentOf(success, body, except));
  const cache = cacheIn(later);
  return [...new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])]
    .filter((where) => before?.get(where) !== now?.get(where))
    .map((where) => {
      const observed = now?.has(where) ? 'something else' : 'nothing';
      return finding({
        reply: later,
        against: first,
        code: 'DISAGREES',
        where,
        expected: 'the same as before',
        observed: cache === undefined ? observed : `${observed} (${cache})`,
      });
    });
};

/** True for a 404. A failure or a refused key does not show that the record is absent. */
const isGone = ({ status, request }: Reply): boolean => status === 404 && request.input.query === undefined;

/** Each read of a record equals the first read, unless an event changed the record. */
export const repeatsItself: Judge<readonly Reply[]> = ofReadable((replies) => {
  const firsts = new Map<string, Reply>();
  const judged: Reply[] = [];
  const found = new Map<string, Found>();
  for (const reply of replies) {
    const { path, credential } = reply.request;
    // Another key may belong to another account.
    const readKey = JSON.stringify([path.split('?', 1), credential]);
    const first = firsts.get(readKey);
    const isShown = isSuccess(reply) && reply.body !== undefined;
    if (first === undefined && isShown) firsts.set(readKey, reply);
    if (first === undefined || !(isShown || isGone(reply))) continue;
    judged.push(reply);
    for (const change of changesBetween(first, reply)) if (!found.has(change.where)) found.set(change.where, change);
  }
  if (judged.length === 0) throw untested('NOT_TWICE', 'no record was read twice');
  return { findings: [...found.values()], judged };
});
