import { operationOf } from '#contract';
import type { Reply } from '#evidence';
import {
  type Deviation,
  inspect,
  shownKinds,
  unknownMembers,
  unlistedValues,
  type ViolationKind,
} from '#schemas';
import { at, type Found } from './judgement.ts';
import { pathText } from './refusal.ts';

/** Many requirements judge the same reply, each its own kinds of violation. */
const known = new WeakMap<Reply, readonly Deviation[]>();

/** All that a reply's body breaks of the schema of its success. */
export const inspected = (reply: Reply): readonly Deviation[] => {
  const { success } = operationOf(reply.operation);
  const deviations = known.get(reply) ?? (success === null ? [] : inspect(success, reply.body));
  known.set(reply, deviations);
  return deviations;
};

const shown = new WeakMap<Reply, ReadonlySet<ViolationKind>>();

/** The kinds of violation that a reply's body could have, by what it holds. */
export const shownBy = (reply: Reply): ReadonlySet<ViolationKind> => {
  const { success } = operationOf(reply.operation);
  const kinds = shown.get(reply) ?? (success === null ? new Set() : shownKinds(success, reply.body));
  shown.set(reply, kinds);
  return kinds;
};

/** Broken promises about single members, of the kinds that are judged. */
export const shapeOf = (reply: Reply, kinds: ReadonlySet<ViolationKind>): Found[] =>
  inspected(reply)
    .filter(({ kind, path }) => kinds.has(kind) && path.length > 0)
    .map(({ code, path, expected, observed, times }) => ({
      ...at(reply, code, pathText(path), expected, observed),
      ...(times === undefined ? {} : { times }),
    }));

const drift = (
  reply: Reply,
  driftIn: typeof unknownMembers,
  code: string,
  expected: string,
): readonly Found[] => {
  const { success } = operationOf(reply.operation);
  if (success === null || reply.body === undefined) return [];
  return driftIn(success, reply.body).map(({ path, observed }) => at(reply, code, path, expected, observed));
};

/** Members that the document does not name. */
export const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

/** Values of open sets that the document does not show. */
export const unlistedIn = (reply: Reply) =>
  drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that occurs');
