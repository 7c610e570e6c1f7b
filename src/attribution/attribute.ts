import { type OperationId, operationOf, type RequirementId, requirementOf } from '#contract';
import { type Reply, type Setting, subaccountOf, Untested, untested } from '#evidence';
import {
  type AnswerCount,
  type AnsweredBy,
  answerers,
  type BlockedKind,
  isError,
  isRefusal,
  isSuccess,
  type Reason,
  reasonOf,
} from '#run';
import { addsNothingTo } from './alike.ts';
import { markedAs, memoByReply, pageIn } from './answerer.ts';
import { prefixRuleIn } from './firewall.ts';
import { isOfLockOut, lockOutsIn, mayLockOut, mayTurnAway, whyTurnedAway } from './lock-out.ts';
import { describeAnswer, productIn } from './marks.ts';
import { type Refusals, refusalsIn } from './refusals.ts';

/** A 404 may come from a router, and not mean a missing record. */
export const mayBeUnrouted = ({ status }: Pick<Reply, 'status'>): boolean => status === 404 || status === 405;

/** The sender of an answer, and why a claim that needs another answer is untested. */
export interface Responder {
  readonly by: AnsweredBy;
  /** Undefined if the service gave the requested answer. */
  readonly why?: Reason;
  readonly name?: string | undefined;
  /** True for an order that proves nothing, because its recipient or account belongs to the other subaccount. */
  readonly isLeftOut?: true;
}

/** Senders whose answers are data of a check: the service with records, with pages, and with reasons of its own. */
const judged: ReadonlySet<AnsweredBy> = new Set(['service', 'page', 'business reason']);

export interface Attribution extends Refusals {
  readonly of: (reply: Reply) => Responder;
  readonly mayJudge: (reply: Reply) => boolean;
  /** True if a router answered every valid request of an operation. */
  readonly leadsNowhere: (operation: OperationId) => boolean;
  /** True if a gateway could not forward a request of the operation; it may use a second server. */
  readonly hasFailedGateway: (operation: OperationId) => boolean;
  readonly successesOf: (operation: OperationId) => readonly Reply[];
  /**
   * The replies that a check may judge.
   * @throws Untested if there is none.
   */
  readonly judgeable: (replies: readonly Reply[]) => readonly Reply[];
  /** Kinds of invalid input that a gateway always answered, among the replies of a check. */
  readonly blocked: () => readonly BlockedKind[];
}

const blockedIn = (asked: ReadonlyMap<Reply, Responder>): readonly BlockedKind[] => {
  const kinds = new Map<string, BlockedKind>();
  const answered = new Set<string>();
  for (const [reply, { by, name }] of asked) {
    const kind = reply.request.purpose.odd;
    if (kind === undefined) continue;
    if (by !== 'block') answered.add(kind);
    else if (!kinds.has(kind)) kinds.set(kind, { kind, status: reply.status, ...(name !== undefined && { by: name }) });
  }
  return [...kinds.values()].filter(({ kind }) => !answered.has(kind));
};

const responderOf = (reply: Reply): Responder => {
  const by = markedAs(reply);
  const { operation } = reply;
  const closed = reasonOf('UNAVAILABLE', `the service answers ${operation} with 503 for now`, { operation });
  if (by === 'limit') {
    const limited = reasonOf('RATE_LIMITED', `the service limited the rate of ${operation}`, { operation });
    return { by, why: reply.status === 503 ? closed : limited };
  }
  if (by !== 'service') {
    const reason = `a gateway answered ${operation} instead of the service (${describeAnswer(reply)})`;
    const code = by === 'gateway' ? 'GATEWAY' : 'BLOCKED';
    return { by, name: productIn(reply), why: reasonOf(code, reason, { operation }) };
  }
  // An order with this answer counts as refused.
  if (reply.status === 503 && !operationOf(operation).movesMoney) return { by: 'limit', why: closed };
  return pageIn(reply) === undefined ? { by } : { by: 'page' };
};

const markedOnce = memoByReply((reply: Reply) => {
  const answer = responderOf(reply);
  const mayShowElse = reply.status === 401 || isOfLockOut(reply) || mayBeUnrouted(reply) || mayLockOut(reply);
  return { answer, isOpen: judged.has(answer.by) && isError(reply) && mayShowElse };
});

/** True for a gateway's page, which hides the decision of the service. */
const isPageOfGateway = (reply: Reply): boolean =>
  isRefusal(reply) && reply.product !== undefined && pageIn(reply) !== undefined;

const pageForm = memoByReply(({ status, headers, contentType }: Reply): string =>
  JSON.stringify([status, contentType, headers.server, Object.keys(headers).toSorted()]),
);

interface Gathered {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True for a reply to a request that the document allows. Only these replies show whether a path exists. */
  readonly isValidRequest: (reply: Reply) => boolean;
  /** True if a later look showed a lock-out with 401, 403 or 429. */
  readonly isKnownLockOut?: (reply: Reply) => boolean;
  /** True for an answer from a disturbance, or one that a second look did not confirm. */
  readonly isSetAside?: (reply: Reply) => boolean;
  /** Operations that a gateway answered, and the service never after it. */
  readonly failedAtGateway?: ReadonlySet<OperationId>;
}

/** Another server may answer for each version of the interface. */
const versionOf = ({ request }: Reply): string => request.path.split('/', 2).join('/');

/** A router decides by path and method only. */
const methods = ['GET', 'POST'] as const;

const unroutedIn = ({ replies, isValidRequest }: Gathered) => {
  const twins = replies.filter(({ request }) => request.purpose.detour === 'to nowhere');
  const isUnrouted = memoByReply(
    (reply: Reply): boolean =>
      reply.status === 405 ||
      (reply.status === 404 &&
        twins.some((twin) => versionOf(twin) === versionOf(reply) && addsNothingTo(reply, twin, methods))),
  );
  const known = new Map<OperationId, boolean>();
  const leadsNowhere = (operation: OperationId): boolean => {
    const earlier = known.get(operation);
    if (earlier !== undefined) return earlier;
    const valid = replies.filter((reply) => reply.operation === operation && isValidRequest(reply));
    const found = valid.length > 0 && valid.every(isUnrouted);
    known.set(operation, found);
    return found;
  };
  return { isUnrouted, leadsNowhere };
};

/** The sender of an answer that did not repeat is unknown. */
const disturbed = ({ operation, status }: Reply): Responder => ({
  by: 'disturbed',
  why: reasonOf('DISTURBED', `the answer of ${operation} (${status}) came in a disturbance, or did not come again`, {
    operation,
  }),
});

/** One requirement reports a path that does not exist. Only this requirement judges the router's answer. */
const saysWhetherRouted = (id: RequirementId | undefined, operation: OperationId): boolean => {
  if (id === undefined) return false;
  const { subject, asks } = requirementOf(id);
  return subject === operation && asks === 'success';
};

/** Attributes replies, for the check of a requirement if named. Pure. */
export const attribute = (gathered: Gathered): ((requirement?: RequirementId) => Attribution) => {
  const { isUnrouted, leadsNowhere } = unroutedIn(gathered);
  const refusals = refusalsIn(gathered);
  const blockedForPrefix = prefixRuleIn(gathered.replies);
  const byRefusal = (reply: Reply, answer: Responder): Responder => {
    if (answer.by !== 'service' || !isError(reply) || !operationOf(reply.operation).movesMoney) return answer;
    const cause = gathered.isValidRequest(reply) ? refusals.causeOf(reply) : undefined;
    if (cause?.kind === 'kept back' && !refusals.isAccident(reply)) return { by: 'business reason', why: cause.why };
    if (cause?.kind === 'left out') return { by: 'business reason', why: cause.why, isLeftOut: true };
    const valid = refusals.sameAsValid(reply);
    if (valid === undefined) return answer;
    const same = refusals.causeOf(valid);
    const isOfRule = same?.kind === 'left out' && same.ofSubaccount && subaccountOf(valid) === subaccountOf(reply);
    return isOfRule ? { by: 'business reason', why: same.why, isLeftOut: true } : { by: 'business reason' };
  };
  const ownPages = new Set<string>();
  /** True for a page that the service also returns to requests that were not blocked. */
  const isOwnPage = (reply: Reply): boolean => {
    const form = pageForm(reply);
    const isAlike = (other: Reply) => other.status === reply.status && pageForm(other) === form;
    if (
      !ownPages.has(form) &&
      gathered.replies.some((other) => isAlike(other) && markedOnce(other).answer.by === 'page')
    )
      ownPages.add(form);
    return ownPages.has(form);
  };
  let isLockOut: ((reply: Reply) => boolean) | undefined;
  return (requirement) => {
    const seen = (reply: Reply): Responder => {
      if (gathered.isSetAside?.(reply)) return disturbed(reply);
      const { answer: marked, isOpen } = markedOnce(reply);
      // A page that refuses the caller appears for any request.
      const mayBeOwn = marked.by === 'block' && !mayTurnAway(reply.status, () => reply.body);
      if (mayBeOwn && isOwnPage(reply)) return { by: 'page' };
      const rule = blockedForPrefix(reply);
      if (rule !== undefined) return { by: 'block', why: rule, name: productIn(reply) };
      const answer = byRefusal(reply, marked);
      if (!isOpen) return answer;
      if (gathered.isKnownLockOut?.(reply)) return { by: 'lock-out', why: whyTurnedAway(reply) };
      const { operation } = reply;
      if (isUnrouted(reply) && !saysWhetherRouted(requirement, operation) && leadsNowhere(operation))
        return { by: 'no route', why: reasonOf('NO_ROUTE', `no path leads to ${operation}`, { operation }) };
      if (!mayLockOut(reply)) return answer;
      isLockOut ??= lockOutsIn(gathered.replies, gathered.setting);
      if (!isLockOut(reply)) return answer;
      const isPage = reply.body === undefined && !reply.empty;
      const anyRequest = `the service or a gateway refuses this caller, whatever the request (${describeAnswer(reply)})`;
      return { by: 'lock-out', why: isPage ? whyTurnedAway(reply) : reasonOf('LOCKED_OUT', anyRequest) };
    };
    const of = (reply: Reply): Responder => {
      const answer = seen(reply);
      const { operation, product } = reply;
      if (!judged.has(answer.by) || !isPageOfGateway(reply)) return answer;
      const text = `a gateway answers errors with pages of its own (${product})`;
      return { by: 'gateway', name: product, why: reasonOf('GATEWAY', text, { operation }) };
    };
    const responders = new Map<Reply, Responder>();
    const mayJudge = (reply: Reply): boolean => {
      const responder = of(reply);
      responders.set(reply, responder);
      return judged.has(responder.by) && !responder.isLeftOut;
    };
    const judgeable = (replies: readonly Reply[]): readonly Reply[] => {
      const kept = replies.filter(mayJudge);
      if (kept.length > 0) return kept;
      const [why, ...others] = replies.flatMap((reply) => of(reply).why ?? []);
      if (why === undefined) throw untested('NO_RECORD', 'the service has no record to judge');
      throw new Untested([why], others);
    };
    const hasFailedGateway = (operation: OperationId): boolean => gathered.failedAtGateway?.has(operation) ?? false;
    const successesOf = (operation: OperationId): readonly Reply[] =>
      gathered.replies.filter((reply) => reply.operation === operation && isSuccess(reply));
    const blocked = () => blockedIn(responders);
    return { ...refusals, of, mayJudge, leadsNowhere, hasFailedGateway, successesOf, judgeable, blocked };
  };
};

const maxNamed = 20;

/** The sender, and the line by which a reader finds the exchange. */
export interface CountedAnswer extends Pick<Responder, 'by' | 'name'> {
  readonly request?: string | undefined;
}

/** In the order of the table of senders. */
export const countAnswers = (answers: Iterable<CountedAnswer>): readonly AnswerCount[] => {
  const counts = new Map<AnsweredBy, Map<string | undefined, CountedAnswer[]>>();
  for (const answer of answers) {
    const partyCounts = counts.get(answer.by) ?? new Map<string | undefined, CountedAnswer[]>();
    const own = partyCounts.get(answer.name) ?? [];
    own.push(answer);
    counts.set(answer.by, partyCounts.set(answer.name, own));
  }
  return answerers.flatMap((by) =>
    [...(counts.get(by) ?? [])].map(([name, own]) => {
      const requests = own.flatMap(({ request }) => request ?? []).slice(0, maxNamed);
      return {
        by,
        ...(name === undefined ? {} : { name }),
        exchanges: own.length,
        ...(requests.length > 0 && { requests }),
      };
    }),
  );
};
