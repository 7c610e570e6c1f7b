import { isUnrouted, oncePerReply, untestedByService } from '#attribution';
import { isRedirect, isRefusal, isSuccess, type OperationId, operationOf } from '#contract';
import { type Reply, valueAt } from '#evidence';
import {
  type Deviation,
  describe,
  inspect,
  shownKinds,
  unknownMembers,
  unlistedValues,
  type ViolationKind,
} from '#schemas';
import { type CheckContext, type Found, finding, notJson, notTheBody, wrongStatus } from './judgement.ts';
import { pathText } from './refusal.ts';

/** All that a reply's body breaks of the schema of its success. */
const inspected = oncePerReply(({ operation, body }: Reply): readonly Deviation[] => {
  const { success } = operationOf(operation);
  return success === null ? [] : inspect(success, body);
});

/** The kinds of violation that a reply's body could have, by what it holds. */
const shownBy = oncePerReply(({ operation, body }: Reply): ReturnType<typeof shownKinds> => {
  const { success } = operationOf(operation);
  return success === null ? [] : shownKinds(success, body);
});

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

const drift = (reply: Reply, driftIn: typeof unknownMembers, code: string, expected: string): readonly Found[] => {
  const { success } = operationOf(reply.operation);
  if (success === null || reply.body === undefined) return [];
  return driftIn(success, reply.body).map(({ path, observed }) =>
    finding({ reply, code, where: path, expected, observed }),
  );
};

export const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

export const unlistedIn = (reply: Reply) => drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that occurs');

const bodyIn = (reply: Reply): string => notJson(reply)?.observed ?? describe(reply.body);

/** A refused valid order that breaks a promise. @throws Untested for one that was refused for a reason of the service's own. */
export const refusedValid = (reply: Reply, { attribution }: CheckContext, code = 'REFUSED'): Found => {
  const isLost = isUnrouted(reply) && attribution.leadsNowhere(reply.operation);
  const cause = isLost ? undefined : attribution.causeOf(reply);
  if (cause === undefined)
    return wrongStatus({ reply, code: isRefusal(reply) ? code : 'NOT_ANSWERED', expected: 'a success (2xx)' });
  if (cause.kind !== 'broken') throw untestedByService(cause.reason);
  const { expected, observed, twin } = cause;
  return { ...wrongStatus({ reply, code, expected }), observed, against: twin };
};

export const successOf = (reply: Reply, context: CheckContext): readonly Found[] => {
  const { success } = operationOf(reply.operation);
  if (isRedirect(reply)) return [wrongStatus({ reply, code: 'PROTO_REDIRECT', expected: 'a success (2xx)' })];
  if (!isSuccess(reply)) return [refusedValid(reply, context)];
  const found = (code: string, expected: string, observed: string): Found =>
    finding({ reply, code, where: '$', expected, observed });
  if (success === null) return reply.empty ? [] : [found('BODY_NOT_EMPTY', 'no body', bodyIn(reply))];
  if (reply.body === undefined) return [notTheBody(reply) ?? found('NO_BODY', 'a JSON body', 'no body')];
  return inspected(reply)
    .filter(({ path, kind }) => path.length === 0 && (kind === 'type' || kind === 'null'))
    .map(({ expected, observed }) => found('WRONG_BODY', expected, observed));
};
