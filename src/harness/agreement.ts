import type { Reply } from '#client';
import { describe } from '#schemas';
import { at } from './difference.ts';
import { type Difference, Untested } from './verdicts.ts';
import { dig, toAmount } from './view.ts';

/** Amounts by value, ids and codes without letter case. */
const normal = (value: unknown): string => {
  const amount = toAmount(value);
  return amount === undefined ? JSON.stringify(value)?.toLowerCase() : amount.toString();
};

/** Members that both show and that differ; what is missing on either side is judged by shape. */
export const disagreements = (reply: Reply, other: unknown, members: readonly string[]): Difference[] =>
  members.flatMap((member) => {
    const [mine, theirs] = [dig(reply.body, member), dig(other, member)];
    if (mine === undefined || theirs === undefined || normal(mine) === normal(theirs)) return [];
    return [at(reply, 'DISAGREES', `$.${member}`, 'the same as before', `another ${describe(mine)}`)];
  });

/** The item with the id of a record. */
export const itemOf = (reply: Reply, items: readonly unknown[]): unknown => {
  const id = dig(reply.body, 'id');
  return typeof id === 'string' ? items.find((item) => normal(dig(item, 'id')) === normal(id)) : undefined;
};

/** Orders that should each have their own, and do not. */
export const repeated = (replies: readonly Reply[], member: string): Difference[] => {
  const taken = replies.filter((reply) => reply.status < 300 && dig(reply.body, member) !== undefined);
  if (taken.length < 2) throw new Untested('fewer than two orders were accepted');
  const [first] = taken;
  const distinct = new Set(taken.map((reply) => normal(dig(reply.body, member))));
  return first && distinct.size < taken.length
    ? [at(first, 'NOT_ITS_OWN', `$.${member}`, 'another for each order', 'the same twice')]
    : [];
};
