import { cacheIn } from '#attribution';
import { isSuccess } from '#contract';
import { type Reply, toAmount, Untested, valueAt } from '#evidence';
import { describe } from '#schemas';
import { type Found, finding } from './judgement.ts';

const timestampForm = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;

const instantOf = (value: unknown): string | undefined => {
  const instant = typeof value === 'string' && timestampForm.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
};

/** Amounts by value, instants as instants, ids and codes without letter case. */
const normal = (value: unknown): string =>
  toAmount(value)?.toString() ?? instantOf(value) ?? JSON.stringify(value)?.toLowerCase();

/** Members that both show and that differ; a member that either lacks is judged by shape. */
export const disagreements = (reply: Reply, other: unknown, members: readonly string[]): Found[] =>
  members.flatMap((member) => {
    const [mine, theirs] = [valueAt(reply.body, member), valueAt(other, member)];
    if (mine === undefined || theirs === undefined || mine === theirs) return [];
    if (normal(mine) === normal(theirs)) return [];
    const cache = cacheIn(reply);
    const observed = `another ${describe(mine)}${cache === undefined ? '' : ` (${cache})`}`;
    return [
      finding({ reply, code: 'DISAGREES', where: `$.${member}`, expected: 'the same as before', observed }),
    ];
  });

/** Orders that should each have their own, and do not. */
export const repeated = (replies: readonly Reply[], member: string, asked: number): Found[] => {
  const taken = replies.filter((reply) => isSuccess(reply) && valueAt(reply.body, member) !== undefined);
  if (taken.length < 2)
    throw new Untested('fewer than two orders were accepted', asked < 2 ? undefined : 'service');
  const [reply] = taken;
  const distinct = new Set(taken.map(({ body }) => normal(valueAt(body, member))));
  if (reply === undefined || distinct.size === taken.length) return [];
  const promised = { code: 'NOT_ITS_OWN', where: `$.${member}`, expected: 'another for each order' };
  return [finding({ reply, ...promised, observed: 'the same twice' })];
};
