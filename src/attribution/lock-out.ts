import type { OperationId } from '#contract';
import { keyIn, type Reply, type Setting, type Untested, untested } from '#evidence';
import { isRefusal, isSuccess, type Reason, reasonOf } from '#run';
import { maskedPieces, refusalText } from './alike.ts';
import { isFromService, isTooLarge, memoByReply } from './answerer.ts';
import { describeAnswer, isDocumentedError } from './marks.ts';

/** The document has 403 only for a missing permission, and does not have the other statuses. */
const callerStatuses: ReadonlySet<number> = new Set([402, 403, 406, 423]);

/** True for statuses that a limit may use. */
export const mayRefuse = (status: number): boolean => callerStatuses.has(status);

/** True for an answer to the full key in an undocumented form: a limit or a firewall may have sent it. */
export const mayTurnAway = (status: number, bodyOf: () => unknown): boolean =>
  callerStatuses.has(status) && !isDocumentedError(bodyOf());

/** True if the answer may refuse the caller and not the request. Other answers of the run decide. */
export const mayRefuseCaller = (reply: Reply): boolean => isTooLarge(reply) || callerStatuses.has(reply.status);

/** True for a page, or for a refusal without a reason, as gateways send them. */
export const isRefusalPage = (reply: Reply): boolean =>
  isFromService(reply) &&
  (mayTurnAway(reply.status, () => reply.body) || (isRefusal(reply) && !reply.empty && reply.body === undefined)) &&
  refusalText(reply) === '';

/** True if the answer may refuse any request of the caller. */
export const mayLockOut = memoByReply((reply: Reply): boolean => mayRefuseCaller(reply) || isRefusalPage(reply));

/** The page came from another sender, because the service answered an order of the same kind. */
const pageOfOthers = (reply: Reply): readonly Reply[] =>
  reply.before && isRefusalPage(reply.before) && !isRefusalPage(reply) ? [reply.before] : [];

/** Sender, status and text, without variable parts. */
const formOf = memoByReply((reply: Reply): string =>
  JSON.stringify([describeAnswer(reply), maskedPieces(reply, {}).map(({ form }) => form)]),
);

const isRead = ({ request }: Reply, { keys }: Setting): boolean =>
  request.method === 'GET' && keyIn(request) === keys.full;

/** The status of a service that no longer checks the key. A wrong key gets 401. */
export const isOfLockOut = ({ status }: Pick<Reply, 'status'>): boolean => status === 403 || status === 429;

export const isServedRead = (reply: Reply, setting: Setting): boolean =>
  isSuccess(reply) && reply.body !== undefined && isRead(reply, setting);

/** A refusal counts only in the documented form. */
const isAnsweredRead = (reply: Reply, setting: Setting): boolean =>
  isServedRead(reply, setting) || (isRead(reply, setting) && isDocumentedError(reply.body) && !mayRefuseCaller(reply));

const isUndocumented = (reply: Reply): boolean => isTooLarge(reply) || mayTurnAway(reply.status, () => reply.body);

/** Decided by the nearest answers to the full key before and after. */
export const letInAround = (replies: readonly Reply[], { keys }: Setting): ((reply: Reply) => boolean) => {
  const isOfCaller = (other: Reply) =>
    keyIn(other.request) === keys.full && (isSuccess(other) || mayRefuseCaller(other) || other.status === 401);
  return (reply) => {
    const at = replies.indexOf(reply);
    const [before, after] = [replies.slice(0, at).findLast(isOfCaller), replies.slice(at + 1).find(isOfCaller)];
    return after !== undefined && isSuccess(after) && (before === undefined || isSuccess(before));
  };
};

/**
 * Answers that refuse the caller for any request. They equal an answer to a read with the full key which was served, or
 * got a documented error, at another time; or they refused an order, but no other order of the kind. Rate limits,
 * quotas and bans answer like this, in gateways and in services. A refusal of a key without permission, while the full
 * key is accepted, does not count.
 */
export const lockOutsIn = (given: readonly Reply[], setting: Setting): ((reply: Reply) => boolean) => {
  const replies = given.flatMap((reply) => (reply.before ? [reply.before, reply] : [reply]));
  const suspects = replies.filter(mayRefuseCaller);
  const reads = suspects.length === 0 ? [] : replies.filter((reply) => isAnsweredRead(reply, setting));
  const served = new Set(reads.map(({ request }) => request.path));
  const isLetIn = letInAround(replies, setting);
  const ofPermission = new Set(
    suspects
      .filter((reply) => !isUndocumented(reply) && keyIn(reply.request) !== setting.keys.full && isLetIn(reply))
      .map(formOf),
  );
  const isLockOut = (reply: Reply): boolean =>
    isTooLarge(reply) || (isRead(reply, setting) && served.has(reply.request.path) && !ofPermission.has(formOf(reply)));
  const forms = new Set([...suspects.filter(isLockOut), ...given.flatMap(pageOfOthers)].map(formOf));
  return (reply) => isTooLarge(reply) || (mayLockOut(reply) && forms.has(formOf(reply)));
};

// Why a claim is untested because of the sender or the form of an answer. Only this file and the attribution have these
// words.

export const notServed = (operation: OperationId): Untested =>
  untested('NOT_SERVED', `${operation} was not answered with a record`, { operation });

export const noneAccepted = (operation: OperationId | 'initiations'): Untested =>
  untested(
    'NONE_ACCEPTED',
    `${operation}: no valid order was accepted`,
    operation === 'initiations' ? {} : { operation },
  );

export const noDepositAccepted = (): Untested => untested('NONE_ACCEPTED', 'no deposit was accepted');

/** The service answers without a readable body. */
export const unreadable = (reason: string): Untested => untested('UNREADABLE', reason);

export const keyNotLetIn = 'the service refuses the full key';

/** A limit on requests or errors sends this page; such a limit does not know keys. */
export const limitOfPages = (shown: Parameters<typeof describeAnswer>[0]): string =>
  `a limit on requests or errors refused the caller (${describeAnswer(shown)}), not a lock-out for wrong keys; lower RAMP_REQUESTS_PER_SECOND`;

const causeIn = (reply: Reply): string =>
  reply.body === undefined && !reply.empty
    ? limitOfPages(reply)
    : 'the service locked the caller out after several refused keys';

/** Uses the answer that names the reason. */
export const whyTurnedAway = (reply: Reply): Reason => reasonOf('LOCKED_OUT', causeIn(reply));

export const endReason = (reply: Reply): Reason =>
  reasonOf('LOCKED_OUT', `the service refuses the full key at the end of the run: ${causeIn(reply)}`);
