import { cacheIn, pageIn, pageInsteadOfRecord, untestedByService } from '#attribution';
import { isServerError, isSuccess, operationOf, type RequirementId, requirementOfViolation } from '#contract';
import { jsonIn, type Reply, recordsIn, Untested, valueAt } from '#evidence';
import type { Pair } from '#probes';
import { contentOf, describe, inspect, type ViolationKind } from '#schemas';
import {
  allOf,
  type CheckContext,
  type Fact,
  type Found,
  finding,
  type Judge,
  type Judgement,
  on,
  wrongStatus,
} from './judgement.ts';
import { type Refusal, refusalDifferences } from './refusal.ts';
import { disagreements, emptiedBy, type Rule, repeated, ruleOf, wholeOf } from './rule.ts';
import { couldBreak, type Meant, shapeOf, successOf, unknownIn, unlistedIn } from './shape.ts';

/** The judgeable replies whose body can be read: without it, every claim about the body is untested for one reason. */
const readable = (replies: readonly Reply[], { attribution }: CheckContext): readonly Reply[] => {
  const judged = attribution.judgeable(replies);
  const kept = judged.filter((reply) => pageIn(reply) === undefined);
  if (kept.length > 0) return kept;
  throw untestedByService(judged.flatMap((reply) => pageIn(reply) ?? [])[0] ?? 'no body');
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

/** A success with a body of the documented kind, or without one where the document says so. */
export const succeeds = judgeEach(successOf);

/** Keeps the documented shape, as far as a claim goes; without a value that could break it, the claim is untested. */
const keepsShape = (isMeant: Meant): Judge<readonly Reply[]> => {
  const judge = ofReadable(judgeEach((reply) => shapeOf(reply, isMeant)));
  return (replies, context) => {
    const judgement = judge(replies, context);
    const isShown = judgement.judged.some((reply) => couldBreak(reply, isMeant));
    if (judgement.findings.length === 0 && !isShown)
      throw new Untested('the promise applied to no value of a record', emptiedBy(judgement.judged));
    return judgement;
  };
};

export const hasNo = (...kinds: readonly ViolationKind[]): Judge<readonly Reply[]> =>
  keepsShape(({ kind }) => kinds.includes(kind));

/** Has none of the violations that break a requirement. */
export const keepsFormOf = (requirement: RequirementId): Judge<readonly Reply[]> =>
  keepsShape(({ operation, path, kind }) => requirementOfViolation(operation, path, kind) === requirement);

export const carriesOnlyDocumentedMembers = ofReadable(judgeEach(unknownIn));

export const holdsValuesThatOccur = ofReadable(judgeEach(unlistedIn));

export const refused = (refusal: Refusal = {}): Judge<readonly Reply[]> =>
  judgeEach((reply, context) => refusalDifferences(reply, refusal, context));

const serverError = (reply: Reply): readonly Found[] => {
  if (!isServerError(reply)) return [];
  // A 503 for hours or maintenance is no failure, and shows nothing of how the order would have been handled.
  if (reply.status === 503 && operationOf(reply.operation).movesMoney)
    throw untestedByService('the service refused an order for a reason of its own (503)');
  return [wrongStatus({ reply, code: 'SERVER_ERROR', expected: 'no 5xx' })];
};

/** Answers something else than a failure of the service itself, but for one that did not come again. */
export const answersWithout5xx: Judge<readonly Reply[]> = (replies, context) => {
  const others = replies.filter((reply) => !context.attribution.isAccident(reply));
  if (others.length < replies.length && others.length === 0) throw untestedByService('it failed once, and no more');
  return judgeEach(serverError)(others, context);
};

export const withholdsTheRecord = judgeEach((reply) => {
  const reason = pageInsteadOfRecord(reply);
  // A page is no record, with any status.
  if (reason !== undefined) throw untestedByService(reason);
  return isSuccess(reply) ? [wrongStatus({ reply, code: 'ACCEPTED', expected: 'no success' })] : serverError(reply);
});

const holdsIn =
  (places: Parameters<typeof ruleOf>[2]) =>
  (...rules: readonly Rule[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context);
    return { findings: rules.flatMap((rule) => ruleOf(judged, rule, places)), judged };
  };

/** Each record in the bodies keeps the rules. */
export const holds = holdsIn(recordsIn);

/** Each body as a whole keeps the rules. */
export const holdsAsWhole = holdsIn(wholeOf);

/** Both records of each pair show the same in these members: amounts by value, all else exactly. */
export const agrees =
  (members: readonly string[], otherwise = 'nothing shows the same record twice'): Judge<readonly Pair[]> =>
  (pairs, context) => {
    if (pairs.length === 0) throw new Untested(otherwise);
    const judged = readable(
      pairs.map(([reply]) => reply),
      context,
    );
    const findings = pairs.flatMap(([reply, other]) =>
      judged.includes(reply) ? disagreements(reply, other, members) : [],
    );
    return { findings, judged };
  };

/** No two of the replies show the same in these members. */
export const differIn =
  (...members: readonly string[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context);
    return { findings: members.flatMap((member) => repeated(judged, member, given.length)), judged };
  };

/** Orders of one subaccount that were sent alike in a member show the same in others. */
export const agreeAmongLike =
  (alike: string, ...members: readonly string[]): Judge<readonly Reply[]> =>
  (given, context) => {
    const judged = readable(given, context).filter(isSuccess);
    const likes = new Map<string, Reply[]>();
    for (const reply of judged) {
      const { subaccountId, body } = reply.request.input;
      const like = JSON.stringify([subaccountId, valueAt(body, alike)]);
      likes.set(like, [...(likes.get(like) ?? []), reply]);
    }
    const several = [...likes.values()].filter(({ length }) => length > 1);
    if (several.length === 0) throw new Untested('no two like orders were accepted');
    const findings = several.flatMap(([first, ...others]) =>
      others.flatMap((reply) => disagreements(reply, first?.body, members)).slice(0, members.length),
    );
    return { findings, judged };
  };

/** Crossed the wire without any of these problems. */
export const hasNoWireProblem = (...codes: readonly string[]): Judge<readonly Reply[]> =>
  judgeEach((reply) =>
    reply.problems
      .filter(({ code }) => codes.includes(code))
      .map(({ code, where, expected, observed }) => finding({ reply, code, where, expected, observed })),
  );

/** Crossed it as JSON that says so; a reason of the service's own may come before one that the document describes. */
export const isJson: Judge<readonly Reply[]> = (replies, context) =>
  hasNoWireProblem(
    'NOT_JSON',
    'JSON_SYNTAX',
    'CONTENT_TYPE',
  )(
    replies.filter((reply) => context.attribution.sameAsValid(reply) === undefined),
    context,
  );

export interface WordedPromise {
  readonly code: string;
  readonly where: string;
  readonly expected: string;
}

/** How several replies break a promise, in the abstract; undefined where they keep it. */
interface WordedExamination {
  readonly replies: readonly Reply[];
  readonly problem: string | undefined;
  /** The reply in which it shows; by default the first. */
  readonly shownBy?: Reply | undefined;
}

/** A promise about several replies together; `examine` says which they are, and how they break it. */
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

/** A promise of each reply; `problem` describes the actual content, and is undefined where the promise is kept. */
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

/** Records the status of each reply under one situation, or under its case. */
export const observesStatus = (situation?: string): Judge<readonly Reply[]> =>
  observes((replies, { attribution }) =>
    attribution.judgeable(replies).map(({ operation, status, request: { purpose } }) => ({
      operation,
      situation: situation ?? purpose.case ?? '',
      fact: status,
      ...(purpose.drawn !== undefined && !purpose.example ? { byChance: true } : {}),
    })),
  );

const faulty = new Set(['type', 'null', 'missing', 'identifier']);

/**
 * True where the body that was sent lacks a member, has one of another JSON type, has no UUID where one belongs, or is no
 * JSON object at all.
 */
export const hasFaultyBody = ({ operation, request }: Reply): boolean => {
  const described = operationOf(operation);
  if (!('request' in described) || request.sentBody === undefined) return false;
  return inspect(described.request, jsonIn(request.sentBody)).some(({ kind }) => faulty.has(kind));
};

/** Records the status of each order under the member that it lacks, which its case names. */
export const observesMissingMembers: Judge<readonly Reply[]> = on(
  (replies) => replies.filter(hasFaultyBody),
  observesStatus(),
);

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

/** A record that was read is not absent at the next read; a failure, or a key that is refused, says nothing of it. */
const isGone = ({ status, request }: Reply): boolean => status === 404 && request.input.query === undefined;

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
