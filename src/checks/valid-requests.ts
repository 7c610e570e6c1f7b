import { areAccidents, badSpellsIn, isFailure, memoByReply } from '#attribution';
import { isOrder, listings, type OperationId, operationOf } from '#contract';
import { contentOfOrder, jsonIn, keyIn, type Reply, sentQuery, subaccountOf } from '#evidence';
import { hasUnknownKey, isDocumentedPath, isValidRequest } from '#probes';
import { isSuccess } from '#run';
import { inspect } from '#schemas';
import { type CheckContext, type Judge, on, wrongStatus } from './judgement.ts';
import { observesStatus } from './judges.ts';

const faulty = new Set(['type', 'null', 'missing', 'identifier']);

/** True if the sent body lacks a member, has a member of another JSON type or an invalid UUID, or is no JSON object. */
export const hasFaultyBody = memoByReply(({ operation, request }: Reply): boolean => {
  const described = operationOf(operation);
  if (!('request' in described) || request.sentBody === undefined) return false;
  return inspect(described.request, jsonIn(request.sentBody)).some(({ kind }) => faulty.has(kind));
});

/** Another key may belong to another account. */
export const hasFullKey = ({ request }: Reply, { keys }: CheckContext): boolean => keyIn(request) === keys.full;

const withoutQuery = ({ request }: Reply): string => request.path.split('?', 1).join();

const askedFor = (reply: Reply): string =>
  isOrder(reply.operation)
    ? contentOfOrder([withoutQuery(reply).toLowerCase(), reply.request.input.body])
    : withoutQuery(reply).toLowerCase();

const isSensibleBound = (text: string): boolean => text === '' || /^[1-9]\d{0,2}$/.test(text);

const isPlain = (reply: Reply, context: CheckContext): boolean =>
  hasFullKey(reply, context) &&
  reply.request.purpose.odd === undefined &&
  !hasFaultyBody(reply) &&
  isDocumentedPath(reply) &&
  ['page', 'limit'].every((bound) => isSensibleBound(sentQuery(reply, bound)));

/** These reads need only a subaccount id. */
const subaccountReads: readonly OperationId[] = ['subaccount.read', ...listings];

const isOfOwnSubaccount = (reply: Reply, { roles }: CheckContext): boolean =>
  subaccountReads.includes(reply.operation) &&
  (['individual', 'business'] as const).some(
    (role) => roles.has(role) && roles[role].toLowerCase() === subaccountOf(reply),
  );

const validIn = (replies: readonly Reply[], context: CheckContext): readonly Reply[] => {
  const plain = replies.filter((reply) => isPlain(reply, context));
  const known = new Set(
    plain
      .filter((reply) => isValidRequest(reply) || isOfOwnSubaccount(reply, context) || isSuccess(reply))
      .map(askedFor),
  );
  return plain.filter((reply) => known.has(askedFor(reply)));
};

/** After so many wrong keys, a service may lock out a caller. */
const justBefore = 5;

const isOfForgottenKey = (reply: Reply, replies: readonly Reply[], context: CheckContext): boolean => {
  const at = replies.indexOf(reply);
  return (
    reply.status === 401 &&
    !replies.slice(Math.max(0, at - justBefore), at).some(hasUnknownKey) &&
    replies.slice(at).some((later) => isSuccess(later) && hasFullKey(later, context))
  );
};

interface Failed {
  readonly operation: OperationId;
  readonly failures: readonly Reply[];
  readonly valid: readonly Reply[];
}

const failedIn = (replies: readonly Reply[], context: CheckContext): readonly Failed[] => {
  const valid = validIn(replies, context).filter(context.attribution.mayJudge);
  const operations = [...new Set(valid.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const own = valid.filter((reply) => reply.operation === operation);
    const failures = own.filter((reply) => isFailure(reply) || isOfForgottenKey(reply, replies, context));
    return { operation, failures, valid: own };
  });
};

/** `, between 14:03:22 and 14:03:31 UTC`; empty if the failures are not close in time. */
const whenText = (all: readonly Failed[], replies: readonly Reply[]): string => {
  const spells = badSpellsIn(
    all.flatMap(({ failures }) => failures),
    replies,
  );
  const timeOf = (ms: number) => new Date(performance.timeOrigin + ms).toISOString().slice(11, 19);
  const spans = spells.map(({ from, until }) => `between ${timeOf(from)} and ${timeOf(until)} UTC`);
  return spans.length === 0 ? '' : `, ${spans.join(' and ')}`;
};

const judging =
  (isMeant: (failed: Failed, all: readonly Failed[], replies: readonly Reply[]) => boolean): Judge<readonly Reply[]> =>
  (replies, context) => {
    const all = failedIn(replies, context);
    const expected = 'an answer to every valid request';
    return {
      judged: all.flatMap(({ valid }) => valid),
      findings: all
        .filter((failed) => isMeant(failed, all, replies))
        .flatMap((failed) => {
          const [reply] = failed.failures;
          if (reply === undefined) return [];
          const { operation, failures, valid } = failed;
          const statuses = [...new Set(failures.map(({ status }) => status))].join(' or ');
          const observed = `${failures.length} of ${valid.length} valid requests of ${operation} answered ${statuses}${whenText(all, replies)}`;
          return [{ ...wrongStatus({ reply, code: 'FAILED', expected }), observed }];
        }),
    };
  };

/** Failures and 401 answers to valid requests are at most as frequent as accidents, outside of one bad period. */
export const servesValidRequests = judging(({ failures }, all, replies) => {
  const runFailures = all.flatMap((one) => one.failures);
  return !areAccidents(failures.length, runFailures.length) && badSpellsIn(runFailures, replies).length === 0;
});

export const servesAllValid = judging(() => true);

export const observesMissingMembers: Judge<readonly Reply[]> = on(
  (replies) => replies.filter(hasFaultyBody),
  observesStatus(),
);
