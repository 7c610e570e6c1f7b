import { type OperationId, operationOf } from '#contract';
import { type Reply, valueAt } from '#evidence';
import {
  type Deviation,
  inspect,
  shownKinds,
  unknownMembers,
  unlistedValues,
  type ViolationKind,
} from '#schemas';
import { type Found, finding } from './judgement.ts';
import { pathText } from './refusal.ts';

type Success = NonNullable<ReturnType<typeof operationOf>['success']>;

/** Reads a body by the schema of its success, once: many requirements judge the same reply. */
const oncePerReply = <T>(read: (success: Success, body: unknown) => T, nothing: T) => {
  const known = new WeakMap<Reply, { readonly read: T }>();
  return (reply: Reply): T => {
    const { success } = operationOf(reply.operation);
    const found = known.get(reply) ?? { read: success === null ? nothing : read(success, reply.body) };
    known.set(reply, found);
    return found.read;
  };
};

/** All that a reply's body breaks of the schema of its success. */
export const inspected = oncePerReply<readonly Deviation[]>(inspect, []);

/** The kinds of violation that a reply's body could have, by what it holds. */
const shownBy = oncePerReply<ReturnType<typeof shownKinds>>(shownKinds, []);

/** Tells which violations a claim is about. */
export type Meant = (violation: {
  readonly operation: OperationId;
  readonly path: string | Deviation['path'];
  readonly kind: ViolationKind;
}) => boolean;

/** True where a reply's body holds something that could break a claim. */
export const couldBreak = (reply: Reply, isMeant: Meant): boolean =>
  shownBy(reply).some((shown) => isMeant({ operation: reply.operation, ...shown }));

/** An order may need no reference, and the record of one without has none to repeat. */
const hasNoneToRepeat = ({ request, body }: Reply, path: string): boolean =>
  /^client_(?:onramp|offramp)_reference$/.test(path) &&
  [request.input.body, body].every((holder) => (valueAt(holder, path) ?? null) === null);

/** Broken promises about single members, as far as a claim is about them. */
export const shapeOf = (reply: Reply, isMeant: Meant): Found[] =>
  inspected(reply)
    .filter(
      ({ kind, path }) =>
        path.length > 0 &&
        isMeant({ operation: reply.operation, kind, path }) &&
        !hasNoneToRepeat(reply, path.join('.')),
    )
    .map(({ code, path, expected, observed, times }) => ({
      ...finding({ reply, code, where: pathText(path), expected, observed }),
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
  return driftIn(success, reply.body).map(({ path, observed }) =>
    finding({ reply, code, where: path, expected, observed }),
  );
};

export const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

export const unlistedIn = (reply: Reply) =>
  drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that occurs');
