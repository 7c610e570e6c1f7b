import { cacheIn } from '#attribution';
import { isServerError, isSuccess, operationOf } from '#contract';
import { type Reply, Untested, valueAt } from '#evidence';
import { contentOf } from '#schemas';
import { type Found, finding, type Judge, wrongStatus } from './judgement.ts';
import { ofReadable } from './words.ts';

/** In a recording, where somebody may have changed the record between two reads. */
const soonMs = 60_000;

/** The document leaves the names of the last states open. */
const isSettled = ({ body }: Reply): boolean =>
  /^(complete|paid|settle|succe|fail|done)/i.test(String(valueAt(body, 'status')));

/** True where an event that the record shows, or so much time in a recording, lies between two reads. */
const areApart = (one: Reply, other: Reply): boolean =>
  valueAt(one.body, 'updated_at') !== valueAt(other.body, 'updated_at') ||
  (other.request.purpose.recorded === true && other.receivedAt.getTime() - one.receivedAt.getTime() > soonMs);

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

/** A record that was read is neither absent nor refused to the same key, and breaks nothing, at the next read. */
const isGone = (reply: Reply): boolean =>
  (isServerError(reply) || [401, 404].includes(reply.status)) && reply.request.input.query === undefined;

/** Each read of a record shows what the first of them showed, as far as no event changes it. */
export const repeatsItself: Judge<readonly Reply[]> = ofReadable((replies) => {
  const firsts = new Map<string, Reply>();
  const judged: Reply[] = [];
  const found = new Map<string, Found>();
  for (const reply of replies) {
    const { path, credential } = reply.request;
    // Another key may be of another account.
    const asked = JSON.stringify([path.split('?', 1), credential]);
    const first = firsts.get(asked);
    if (first === undefined && isSuccess(reply)) firsts.set(asked, reply);
    if (first === undefined || !(isSuccess(reply) || isGone(reply))) continue;
    judged.push(reply);
    for (const change of changesBetween(first, reply)) if (!found.has(change.where)) found.set(change.where, change);
  }
  if (judged.length === 0) throw new Untested('no record was read twice');
  return { findings: [...found.values()], judged };
});
