import {
  type AnswerCount,
  type AnsweredBy,
  answerers,
  isSuccess,
  type OperationId,
  type RequirementId,
} from '#contract';
import { type Reply, type Setting, Untested } from '#evidence';
import { describeAnswer, markedAs, productIn } from './answerer.ts';
import { namesBusinessReason } from './business-refusal.ts';
import { lockOutsIn } from './lock-out.ts';
import { isUnrouted } from './no-route.ts';
import { oncePerReply } from './once.ts';
import { pageIn } from './page.ts';
import { lockedOut, refusedForBusiness, untestedByService } from './reasons.ts';

/** Whose answer an exchange holds, and why a claim that needs another answer is untested. */
export interface Responder {
  readonly by: AnsweredBy;
  readonly reason: string;
  /** The product of a gateway, where its headers name it. */
  readonly name?: string | undefined;
}

/** Answers of the service itself; a page or a business reason shows a part of what a check asks. */
const judged: ReadonlySet<AnsweredBy> = new Set(['service', 'page', 'business reason']);

export interface Attribution {
  readonly of: (reply: Reply) => Responder;
  readonly mayJudge: (reply: Reply) => boolean;
  /** Successes of an operation, to any probe. */
  readonly successesOf: (operation: OperationId) => readonly Reply[];
  /**
   * The replies that a check may judge; the others leave the claim to them.
   * @throws Untested where there is none.
   */
  readonly judgeable: (replies: readonly Reply[]) => readonly Reply[];
}

/** The marks of a single exchange. */
const responderOf = (reply: Reply): Responder => {
  const by = markedAs(reply);
  if (by === 'limit') return { by, reason: `the service limited the rate of ${reply.operation}` };
  if (by !== 'service')
    return {
      by,
      name: productIn(reply.headers),
      reason: `a gateway answered ${reply.operation} instead of the service (${describeAnswer(reply)})`,
    };
  const page = pageIn(reply);
  if (page !== undefined) return { by: 'page', reason: page };
  return namesBusinessReason(reply)
    ? { by: 'business reason', reason: refusedForBusiness('the order') }
    : { by, reason: '' };
};

const markedOnce = oncePerReply(responderOf);

/** The exchanges of a run, by which one of them is understood. */
interface Gathered {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True where a reply answers a request that the document allows: only such show whether a path leads anywhere. */
  readonly isOfValidRequest: (reply: Reply) => boolean;
  /** True where a further look has shown that the service answered refused keys so to lock the caller out. */
  readonly isKnownLockOut?: (reply: Reply) => boolean;
}

const routesOf = ({ replies, isOfValidRequest }: Gathered): ((operation: OperationId) => boolean) => {
  const known = new Map<OperationId, boolean>();
  return (operation) => {
    const valid = known.has(operation)
      ? []
      : replies.filter((reply) => reply.operation === operation && isOfValidRequest(reply));
    const leadsNowhere = known.get(operation) ?? (valid.length > 0 && valid.every(isUnrouted));
    known.set(operation, leadsNowhere);
    return leadsNowhere;
  };
};

/** One requirement finds that a path leads nowhere, and judges what the router answered. */
const saysWhetherRouted = (requirement: RequirementId | undefined, operation: OperationId): boolean =>
  requirement === `${operation}/answers-with-its-record` ||
  requirement === `${operation}/answers-success-without-a-body`;

/** Attributes the exchanges of a run, for the check of a requirement where one is named. Pure. */
export const attribute = (gathered: Gathered): ((requirement?: RequirementId) => Attribution) => {
  const leadsNowhere = routesOf(gathered);
  let isLockOut: ((reply: Reply) => boolean) | undefined;
  return (requirement) => {
    const of = (reply: Reply): Responder => {
      const answer = markedOnce(reply);
      if (!judged.has(answer.by)) return answer;
      if (gathered.isKnownLockOut?.(reply)) return { by: 'lock-out', reason: lockedOut };
      const { operation } = reply;
      if (!saysWhetherRouted(requirement, operation) && isUnrouted(reply) && leadsNowhere(operation))
        return { by: 'no route', reason: `no path leads to ${operation}` };
      isLockOut ??= lockOutsIn(gathered.replies, gathered.setting);
      return isLockOut(reply)
        ? {
            by: 'lock-out',
            reason: `the caller was turned away, for any request (${describeAnswer(reply)})`,
          }
        : answer;
    };
    const mayJudge = (reply: Reply): boolean => judged.has(of(reply).by);
    const judgeable = (replies: readonly Reply[]): readonly Reply[] => {
      const kept = replies.filter(mayJudge);
      if (kept.length > 0) return kept;
      const [other] = replies;
      if (other === undefined) throw new Untested('the service has no record to judge');
      throw untestedByService(of(other).reason);
    };
    const successesOf = (operation: OperationId): readonly Reply[] =>
      gathered.replies.filter((reply) => reply.operation === operation && isSuccess(reply));
    return { of, mayJudge, successesOf, judgeable };
  };
};

/** The exchanges of each party, in the order in which the parties are listed. */
export const countAnswers = (responders: readonly Pick<Responder, 'by' | 'name'>[]): readonly AnswerCount[] =>
  answerers.flatMap((by) => {
    const names = responders.filter((responder) => responder.by === by).map(({ name }) => name);
    return [...new Set(names)].map((name) => ({
      by,
      ...(name === undefined ? {} : { name }),
      exchanges: names.filter((each) => each === name).length,
    }));
  });
