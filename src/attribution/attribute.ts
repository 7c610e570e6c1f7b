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
import { saysNoMoreThan } from './alike.ts';
import { markedAs, oncePerReply, pageIn } from './answerer.ts';
import { prefixRuleIn } from './firewall.ts';
import { isOfLockOut, lockOutsIn, mayLockOut, mayTurnAway, whyTurnedAway } from './lock-out.ts';
import { describeAnswer, productIn } from './marks.ts';
import { type Refusals, refusalsIn } from './refusals.ts';

/** No record is where no path leads; a router says so of any path. */
export const mayBeUnrouted = ({ status }: Pick<Reply, 'status'>): boolean => status === 404 || status === 405;

/** Whose answer an exchange holds, and why a claim that needs another answer is untested. */
export interface Responder {
  readonly by: AnsweredBy;
  /** None where the service itself answers with what it was asked for. */
  readonly why?: Reason;
  /** The product of a gateway, where its headers name it. */
  readonly name?: string | undefined;
  /** An order that shows nothing, because its recipient or account belongs to the other subaccount. */
  readonly isLeftOut?: true;
}

/** Answers of the service itself; a page or a reason of its own shows a part of what a check asks. */
const judged: ReadonlySet<AnsweredBy> = new Set(['service', 'page', 'business reason']);

export interface Attribution extends Refusals {
  readonly of: (reply: Reply) => Responder;
  readonly mayJudge: (reply: Reply) => boolean;
  /** True where a router, and no service, answered every valid request of an operation. */
  readonly leadsNowhere: (operation: OperationId) => boolean;
  /** True where a gateway failed to pass on a request of an operation: it may have sent others to a second server. */
  readonly hasFailedGateway: (operation: OperationId) => boolean;
  /** Successes of an operation, to any probe. */
  readonly successesOf: (operation: OperationId) => readonly Reply[];
  /**
   * The replies that a check may judge; the others leave the claim to them.
   * @throws Untested where there is none.
   */
  readonly judgeable: (replies: readonly Reply[]) => readonly Reply[];
  /** Kinds of invalid input that a gateway answered every time, of all replies that a check asked about until now. */
  readonly blocked: () => readonly BlockedKind[];
}

/** The kinds that nobody but a gateway answered. */
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

/** The marks of a single exchange. */
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
  // An order that is refused so is understood as one that is refused.
  if (reply.status === 503 && !operationOf(operation).movesMoney) return { by: 'limit', why: closed };
  return pageIn(reply) === undefined ? { by } : { by: 'page' };
};

/** The marks of an exchange, and whether the other exchanges can show that the service did not answer. */
const markedOnce = oncePerReply((reply: Reply) => {
  const answer = responderOf(reply);
  const mayShowElse = reply.status === 401 || isOfLockOut(reply) || mayBeUnrouted(reply) || mayLockOut(reply);
  return { answer, isOpen: judged.has(answer.by) && isError(reply) && mayShowElse };
});

/** A refusal in a page that names a gateway: whether the service refused, and how, nobody can see. */
const isPageOfGateway = (reply: Reply): boolean =>
  isRefusal(reply) && reply.product !== undefined && pageIn(reply) !== undefined;

/** What the pages of one party have in common: the status, the names of the headers, and the type and the server that they name. */
const pageForm = oncePerReply(({ status, headers, contentType }: Reply): string =>
  JSON.stringify([status, contentType, headers.server, Object.keys(headers).toSorted()]),
);

/** The exchanges of a run, by which one of them is understood. */
interface Gathered {
  readonly replies: readonly Reply[];
  readonly setting: Setting;
  /** True where a reply answers a request that the document allows: only such show whether a path leads anywhere. */
  readonly isOfValidRequest: (reply: Reply) => boolean;
  /** True where a further look has shown that the service answered so, with 401, 403 or 429, to lock the caller out. */
  readonly isKnownLockOut?: (reply: Reply) => boolean;
  /** True of an answer that came while the service was disturbed, or that did not come again at a second look. */
  readonly isSetAside?: (reply: Reply) => boolean;
  /** Operations of which a gateway answered a request that then had no answer of the service. */
  readonly failedAtGateway?: ReadonlySet<OperationId>;
}

/** The version in which a path stands: one party may answer for each. */
const versionOf = ({ request }: Reply): string => request.path.split('/', 2).join('/');

/** What a router says of a path varies with the path and the method alone. */
const methods = ['GET', 'POST'] as const;

/** Tells of a refusal whether a path that cannot exist is refused alike, and of an operation whether all its valid requests are. */
const unroutedIn = ({ replies, isOfValidRequest }: Gathered) => {
  const twins = replies.filter(({ request }) => request.purpose.detour === 'to nowhere');
  const isUnrouted = oncePerReply(
    (reply: Reply): boolean =>
      reply.status === 405 ||
      (reply.status === 404 &&
        twins.some((twin) => versionOf(twin) === versionOf(reply) && saysNoMoreThan(reply, twin, methods))),
  );
  const known = new Map<OperationId, boolean>();
  const leadsNowhere = (operation: OperationId): boolean => {
    const earlier = known.get(operation);
    if (earlier !== undefined) return earlier;
    const valid = replies.filter((reply) => reply.operation === operation && isOfValidRequest(reply));
    const found = valid.length > 0 && valid.every(isUnrouted);
    known.set(operation, found);
    return found;
  };
  return { isUnrouted, leadsNowhere };
};

/** Of an answer that did not come again, or came at a bad moment, nobody knows who gave it. */
const disturbed = ({ operation, status }: Reply): Responder => ({
  by: 'disturbed',
  why: reasonOf('DISTURBED', `the answer of ${operation} (${status}) came in a disturbance, or did not come again`, {
    operation,
  }),
});

/** One requirement finds that a path leads nowhere, and judges what the router answered. */
const saysWhetherRouted = (id: RequirementId | undefined, operation: OperationId): boolean => {
  if (id === undefined) return false;
  const { subject, asks } = requirementOf(id);
  return subject === operation && asks === 'success';
};

/** Attributes the exchanges of a run, for the check of a requirement where one is named. Pure. */
export const attribute = (gathered: Gathered): ((requirement?: RequirementId) => Attribution) => {
  const { isUnrouted, leadsNowhere } = unroutedIn(gathered);
  const refusals = refusalsIn(gathered);
  const blockedForPrefix = prefixRuleIn(gathered.replies);
  const byRefusal = (reply: Reply, answer: Responder): Responder => {
    if (answer.by !== 'service' || !isError(reply) || !operationOf(reply.operation).movesMoney) return answer;
    const cause = gathered.isOfValidRequest(reply) ? refusals.causeOf(reply) : undefined;
    if (cause?.kind === 'kept back' && !refusals.isAccident(reply)) return { by: 'business reason', why: cause.why };
    if (cause?.kind === 'left out') return { by: 'business reason', why: cause.why, isLeftOut: true };
    const valid = refusals.sameAsValid(reply);
    if (valid === undefined) return answer;
    const same = refusals.causeOf(valid);
    const isOfRule = same?.kind === 'left out' && same.ofSubaccount && subaccountOf(valid) === subaccountOf(reply);
    return isOfRule ? { by: 'business reason', why: same.why, isLeftOut: true } : { by: 'business reason' };
  };
  const ownPages = new Set<string>();
  /** True of a page that the service shows to a request that nobody blocks, too. */
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
      // A page that turns the caller away is shown to any request.
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
      const anyRequest = `the caller was turned away, for any request (${describeAnswer(reply)})`;
      return { by: 'lock-out', why: isPage ? whyTurnedAway(reply) : reasonOf('LOCKED_OUT', anyRequest) };
    };
    const of = (reply: Reply): Responder => {
      const answer = seen(reply);
      const { operation, product } = reply;
      if (!judged.has(answer.by) || !isPageOfGateway(reply)) return answer;
      const text = `a gateway answers errors with pages of its own (${product})`;
      return { by: 'gateway', name: product, why: reasonOf('GATEWAY', text, { operation }) };
    };
    const asked = new Map<Reply, Responder>();
    const mayJudge = (reply: Reply): boolean => {
      const responder = of(reply);
      asked.set(reply, responder);
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
    const blocked = () => blockedIn(asked);
    return { ...refusals, of, mayJudge, leadsNowhere, hasFailedGateway, successesOf, judgeable, blocked };
  };
};

/** Exchanges of a party that are named one by one. */
const maxNamed = 20;

/** An exchange as far as it is counted: who ended it, and what it was, where somebody may look for it. */
export interface CountedAnswer extends Pick<Responder, 'by' | 'name'> {
  readonly request?: string | undefined;
}

/** The exchanges of each party, in the order in which the parties are listed. */
export const countAnswers = (answers: Iterable<CountedAnswer>): readonly AnswerCount[] => {
  const counts = new Map<AnsweredBy, Map<string | undefined, CountedAnswer[]>>();
  for (const answer of answers) {
    const ofParty = counts.get(answer.by) ?? new Map<string | undefined, CountedAnswer[]>();
    const own = ofParty.get(answer.name) ?? [];
    own.push(answer);
    counts.set(answer.by, ofParty.set(answer.name, own));
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
