import { operationOf } from '#contract';
import type { Reply } from '#evidence';
import { type Aspect, type Deviation, inspect, shownAspects, unknownMembers, unlistedValues } from '#schemas';
import { at } from './difference.ts';
import type { Found } from './judgement.ts';
import { pathText } from './refusal.ts';

/** Many requirements look at the same reply, each at aspects of its own. */
const known = new WeakMap<Reply, readonly Deviation[]>();

/** All that a reply's body breaks of the schema of its success. */
export const inspected = (reply: Reply): readonly Deviation[] => {
  const { success } = operationOf(reply.operation);
  const deviations = known.get(reply) ?? (success === null ? [] : inspect(success, reply.body));
  known.set(reply, deviations);
  return deviations;
};

const shown = new WeakMap<Reply, ReadonlySet<Aspect>>();

/** The aspects of which a reply's body holds something that could break them. */
export const shownBy = (reply: Reply): ReadonlySet<Aspect> => {
  const { success } = operationOf(reply.operation);
  const aspects = shown.get(reply) ?? (success === null ? new Set() : shownAspects(success, reply.body));
  shown.set(reply, aspects);
  return aspects;
};

/** Promises about single members that a body breaks, of the aspects that are judged. */
export const shapeOf = (reply: Reply, aspects: ReadonlySet<Aspect>): Found[] =>
  inspected(reply)
    .filter(({ aspect, path }) => aspects.has(aspect) && path.length > 0)
    .map(({ code, path, expected, observed, times }) => ({
      ...at(reply, code, pathText(path), expected, observed),
      ...(times === undefined ? {} : { times }),
    }));

const drift = (
  reply: Reply,
  look: typeof unknownMembers,
  code: string,
  expected: string,
): readonly Found[] => {
  const { success } = operationOf(reply.operation);
  if (success === null || reply.body === undefined) return [];
  return look(success, reply.body).map(({ path, observed }) => at(reply, code, path, expected, observed));
};

/** Members that the document does not name. */
export const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

/** Values of open sets that the document does not show. */
export const unlistedIn = (reply: Reply) =>
  drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that occurs');
