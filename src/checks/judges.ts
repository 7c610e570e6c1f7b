import { memoByReply, pageForRecord, pageIn, unreadable } from '#attribution';
import { type OperationId, operationOf, type RequirementId, requirementOfViolation } from '#contract';
import { isReference, type Reply, recordsIn, Untested, untested, valueAt } from '#evidence';
import { isRedirect, isRefusal, isServerError, isSuccess } from '#run';
import {
  type Deviation,
  describe,
  inspect,
  shownKinds,
  unknownMembers,
  unlistedValues,
  type ViolationKind,
} from '#schemas';
import {
  allOf,
  type CheckContext,
  type Fact,
  type Found,
  finding,
  type Judge,
  type Judgement,
  notJson,
  notTheBody,
  wrongStatus,
} from './judgement.ts';
import { pathText, type Refusal, refusalDifferences } from './refusal.ts';
import { emptyOrNone, type Rule, ruleOf, wholeOf } from './rule.ts';

const inspected = memoByReply(({ operation, body }: Reply): readonly Deviation[] => {
  const { success } = operationOf(operation);
  return success === null ? [] : inspect(success, body);
});

const shownBy = memoByReply(({ operation, body }: Reply): ReturnType<typeof shownKinds> => {
  const { success } = operationOf(operation);
  return success === null ? [] : shownKinds(success, body);
});

type Meant = (violation: {
  readonly operation: OperationId;
  readonly path: string | Deviation['path'];
  readonly kind: ViolationKind;
}) => boolean;

const couldBreak = (reply: Reply, isMeant: Meant): boolean =>
  shownBy(reply).some((shown) => isMeant({ operation: reply.operation, ...shown }));

const hasNoneToRepeat = ({ request, body }: Reply, path: string): boolean =>
  isReference(path) && [request.input.body, body].every((holder) => (valueAt(holder, path) ?? null) === null);

const shapeOf = (reply: Reply, isMeant: Meant): Found[] =>
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

const unknownIn = (reply: Reply) => drift(reply, unknownMembers, 'UNKNOWN_MEMBER', 'no such member');

const unlistedIn = (reply: Reply) => drift(reply, unlistedValues, 'UNLISTED_VALUE', 'a value that the document shows');

const bodyIn = (reply: Reply): string => notJson(reply)?.observed ?? describe(reply.body);

/** A refused valid order breaks a promise. @throws Untested if the service refused it for a reason of its own. */
export const refusedValid = (reply: Reply, { attribution }: CheckContext, code = 'REFUSED'): Found => {
  const cause = attribution.leadsNowhere(reply.operation) ? undefined : attribution.causeOf(reply);
  if (cause === undefined)
    return wrongStatus({ reply, code: isRefusal(reply) ? code : 'NOT_ANSWERED', expected: 'a success (2xx)' });
  if (cause.kind !== 'broken') throw new Untested([cause.why]);
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

/** The replies with a readable body. Without one, all claims about the body are untested for the same reason. */
export const readable = (replies: readonly Reply[], { attribution }: CheckContext): readonly Reply[] => {
  const judged = attribution.judgeable(replies);
  const kept = judged.filter((reply) => pageIn(reply) === undefined);
  if (kept.length > 0) return kept;
  throw unreadable(judged.flatMap((reply) => pageIn(reply) ?? [])[0] ?? 'no body');
};

export const ofReadable =
  (judge: Judge<readonly Reply[]>): Judge<readonly Reply[]> =>
  (replies, context) =>
    judge(readable(replies, context), context);

const judgeEach =
  (differences: (reply: Reply, context: CheckContext) => readonly Found[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = context.attribution.judgeable(given);
    const found = allOf(
      judged,
      (reply) => differences(reply, context),
      ({ length }) => length > 0,
    );
    return { findings: found.flat(), judged };
  };

/** A success has a body of the documented kind; it has none if the document says so. */
export const succeeds = judgeEach(successOf);

const keepsShape = (isMeant: Meant): Judge<readonly Reply[]> => {
  const judge = ofReadable(judgeEach((reply) => shapeOf(reply, isMeant)));
  return (replies, context) => {
    const judgement = judge(replies, context);
    const isShown = judgement.judged.some((reply) => couldBreak(reply, isMeant));
    if (judgement.findings.length === 0 && !isShown)
      throw untested(emptyOrNone(judgement.judged, context), 'the promise applied to no value of a record');
    return judgement;
  };
};

export const hasNo = (...kinds: readonly ViolationKind[]): Judge<readonly Reply[]> =>
  keepsShape(({ kind }) => kinds.includes(kind));

export const keepsFormOf = (requirement: RequirementId): Judge<readonly Reply[]> =>
  keepsShape(({ operation, path, kind }) => requirementOfViolation(operation, path, kind) === requirement);

export const addsNoMember = ofReadable(judgeEach(unknownIn));

export const holdsKnownValues = ofReadable(judgeEach(unlistedIn));

export const refused = (refusal: Refusal = {}): Judge<readonly Reply[]> =>
  judgeEach((reply, context) => refusalDifferences(reply, refusal, context));

const serverError = (reply: Reply): readonly Found[] => {
  if (!isServerError(reply)) return [];
  // A 503 for opening hours or maintenance is no failure, and does not show how the service would treat the order.
  if (reply.status === 503 && operationOf(reply.operation).movesMoney)
    throw untested('ORDER_REFUSED', 'the service refused an order for a reason of its own (503)');
  return [wrongStatus({ reply, code: 'SERVER_ERROR', expected: 'no server error' })];
};

/** A failure of the service counts only if it occurred twice. */
export const answersWithout5xx: Judge<readonly Reply[]> = (replies, context) => {
  const others = replies.filter((reply) => !context.attribution.isAccident(reply));
  if (others.length < replies.length && others.length === 0)
    throw untested('FAILED_ONCE', 'it failed once, and no more');
  return judgeEach(serverError)(others, context);
};

export const withholdsTheRecord = judgeEach((reply) => {
  const reason = pageForRecord(reply);
  // A page is no record, whatever its status.
  if (reason !== undefined) throw unreadable(reason);
  return isSuccess(reply) ? [wrongStatus({ reply, code: 'NOT_REFUSED', expected: 'no success' })] : serverError(reply);
});

const holdsIn =
  (places: Parameters<typeof ruleOf>[2]) =>
  (...rules: readonly Rule[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context);
    return { findings: rules.flatMap((rule) => ruleOf(judged, rule, places, context)), judged };
  };

export const holds = holdsIn(recordsIn);

/** Each body as a whole keeps the rules. */
export const holdsAsWhole = holdsIn(wholeOf);

export const hasCleanWire = (...codes: readonly string[]): Judge<readonly Reply[]> =>
  judgeEach((reply) =>
    reply.problems
      .filter(({ code }) => codes.includes(code))
      .map(({ code, where, expected, observed }) => finding({ reply, code, where, expected, observed })),
  );

/** If the service refuses for a reason of its own, an undocumented refusal may come first. */
export const isJson: Judge<readonly Reply[]> = (replies, context) =>
  hasCleanWire(
    'NOT_JSON',
    'JSON_SYNTAX',
    'CONTENT_TYPE',
    'HEADER_TWICE',
  )(
    replies.filter((reply) => context.attribution.sameAsValid(reply) === undefined),
    context,
  );

export interface WordedPromise {
  readonly code: string;
  readonly where: string;
  readonly expected: string;
}

/** How several replies break a promise, without payload; undefined if they keep it. */
interface WordedExamination {
  readonly replies: readonly Reply[];
  readonly problem: string | undefined;
  readonly shownBy?: Reply | undefined;
}

/** Judges a promise about several replies together. `examine` returns the replies and the problem. */
export const judgeTogether =
  <T>(
    { code, where, expected }: WordedPromise,
    examine: (data: T, context: CheckContext) => WordedExamination,
  ): Judge<T> =>
  (data, context) => {
    const { replies, problem, shownBy } = examine(data, context);
    const judged = context.attribution.judgeable(replies);
    const guilty = shownBy ?? judged[0];
    return {
      findings:
        guilty && problem !== undefined ? [finding({ reply: guilty, code, where, expected, observed: problem })] : [],
      judged,
    };
  };

/** `problem` describes the observed content; undefined if the reply keeps the promise. */
interface PromiseOfEach extends WordedPromise {
  readonly problem: (reply: Reply) => string | undefined;
}

export const eachReply = ({ problem, ...promised }: PromiseOfEach): Judge<readonly Reply[]> =>
  judgeEach((reply) => {
    const observed = problem(reply);
    return observed === undefined ? [] : [finding({ reply, ...promised, observed })];
  });

export const eachReadableReply = (promised: PromiseOfEach): Judge<readonly Reply[]> => ofReadable(eachReply(promised));

export const lacks = (member: string): Judge<readonly Reply[]> =>
  eachReadableReply({
    code: 'UNKNOWN_MEMBER',
    where: `$.${member}`,
    expected: 'not there',
    problem: ({ body }) => {
      const value = valueAt(body, member);
      return value === undefined ? undefined : describe(value);
    },
  });

export const observes =
  <T>(examine: (data: T, context: CheckContext) => readonly Fact[]): Judge<T> =>
  (data, context): Judgement => ({ findings: [], judged: [], facts: examine(data, context) });

export const observesStatus = (situation?: string): Judge<readonly Reply[]> =>
  observes((replies, { attribution }) =>
    attribution.judgeable(replies).map(({ operation, status, request: { purpose } }) => ({
      operation,
      situation: situation ?? purpose.case ?? '',
      fact: status,
      ...(purpose.drawn !== undefined && !purpose.example ? { byChance: true } : {}),
    })),
  );
