import { type OperationId, operationOf, parametersOf } from '#contract';
import { isRecord, type Reply, type WireProblem } from '#evidence';
import { type AnsweredBy, isError, isRedirect, isRefusal, isServerError, isSuccess } from '#run';
import { inspect, membersOf } from '#schemas';
import {
  type AnswerTraits,
  isChallenge,
  isDocumentedError,
  isFailedGateway,
  isOwnClosing,
  isThrottled,
} from './marks.ts';

/** Caches a result that depends only on the reply, because every check needs it. */
export const memoByReply = <In extends object, Out>(work: (reply: In) => Out): ((reply: In) => Out) => {
  const known = new WeakMap<In, { readonly result: Out }>();
  return (reply) => {
    const earlier = known.get(reply);
    if (earlier) return earlier.result;
    const result = work(reply);
    known.set(reply, { result });
    return result;
  };
};

/**
 * The sender that a single answer shows. `limit`: a rate limiter; nothing was done, or not yet. `gateway`: a gateway
 * did not reach the service. `block`: a gateway blocked an unusual request.
 */
export type Marked = Extract<AnsweredBy, 'service' | 'limit' | 'gateway' | 'block'>;

/**
 * Statuses for a request, URL or header that is too large for a gateway (RFC 9110, RFC 6585). The document sets no
 * limit.
 */
export const isTooLarge = ({ status }: Pick<Reply, 'status'>): boolean => [413, 414, 431].includes(status);

const ruleStatuses: ReadonlySet<number> = new Set([403, 406]);

/** A redirect in markup, and a failure that is no gateway's own page, come from the service. */
const isBlock = ({ status, body, markup }: AnswerTraits): boolean =>
  isTooLarge({ status }) ||
  (ruleStatuses.has(status) && !isDocumentedError(body)) ||
  (markup && (isSuccess({ status }) || isRefusal({ status })));

export const answererOf = (shown: AnswerTraits): Marked => {
  if (isThrottled(shown)) return 'limit';
  if (isChallenge(shown)) return 'block';
  if (isFailedGateway(shown)) return 'gateway';
  return shown.odd && isBlock(shown) ? 'block' : 'service';
};

const markupType = /^(?:text\/plain|text\/html|text\/xml|application\/xml|application\/xhtml\+xml)$/;

/** Markup with any content type, or plain text. */
const isPage = ({ body, empty, contentType = '', problems }: Reply): boolean =>
  body === undefined && !empty && (markupType.test(contentType) || problems.some(({ code }) => code === 'NOT_JSON'));

const traitsOf = (reply: Reply): AnswerTraits => {
  const { status, headers, body, request, product } = reply;
  return { status, headers, body, product, markup: isPage(reply), odd: request.purpose.odd !== undefined };
};

export const markedAs = (reply: Reply): Marked => answererOf(traitsOf(reply));

/** True if the service refuses for now. */
export const isPutOff = (reply: Reply): boolean => isOwnClosing(traitsOf(reply));

export const isFromService = (reply: Reply): boolean => markedAs(reply) === 'service';

const hit = /\b(?:hit|miss|expired|stale|bypass|dynamic|revalidated)\b/i;

/** The cache headers with their known parts; undefined if there are none. */
export const cacheIn = ({ headers }: Pick<AnswerTraits, 'headers'>): string | undefined => {
  const { age, via, 'x-cache': cache, 'cf-cache-status': status } = headers;
  const marks: string[] = [];
  if (age !== undefined) marks.push(/^\d{1,9}$/.test(age.trim()) ? `Age ${age.trim()}` : 'Age');
  for (const [name, value] of [
    ['X-Cache', cache],
    ['CF-Cache-Status', status],
  ] as const)
    if (value !== undefined) marks.push([name, ...(hit.exec(value) ?? [])].join(' '));
  if (via !== undefined) marks.push('Via');
  return marks.length === 0 ? undefined : marks.join(', ');
};

const kept = /\b(?:hit|stale|revalidated)\b/i;

/** The headers of a cache that had stored the answer; undefined if there are none. */
export const keptByCache = ({ headers }: Pick<AnswerTraits, 'headers'>): string | undefined => {
  const { age = '0', 'x-cache': cache = '', 'cf-cache-status': status = '' } = headers;
  const isKept = Number(age) > 0 || kept.test(cache) || kept.test(status);
  return isKept ? cacheIn({ headers }) : undefined;
};

const unreadable = new Set(['NOT_JSON', 'JSON_SYNTAX', 'BODY_ENCODING', 'CONTENT_CODING', 'JSON_SIZE', 'JSON_DEPTH']);

/** Undefined for a readable or empty body. */
export const unreadableIn = ({ body, problems }: Reply): WireProblem | undefined =>
  body === undefined ? problems.find(({ code }) => unreadable.has(code)) : undefined;

const answersWithList = (operation: OperationId): boolean => {
  const { success } = operationOf(operation);
  return success !== null && inspect(success, []).every(({ path }) => path.length > 0);
};

export const promisedBody = (reply: Reply): string => {
  if (!isSuccess(reply)) return 'an object';
  if (operationOf(reply.operation).success === null) return 'nothing';
  return answersWithList(reply.operation) ? 'an array' : 'an object';
};

/** In words; undefined if the body is a record or empty. */
export const pageIn = (reply: Reply): string | undefined => {
  if (isRedirect(reply)) return `${reply.operation} redirects (${reply.status})`;
  const problem = unreadableIn(reply);
  return problem && `${reply.operation} answers with ${problem.observed} instead of ${promisedBody(reply)}`;
};

const topLevel = /^\$\.([^.[{]+)$/;

/** Cached, because walking through a schema is slow. */
const namesIn = memoByReply((success: Parameters<typeof membersOf>[0]): readonly string[] =>
  membersOf(success).flatMap(({ path }) => topLevel.exec(path)?.[1] ?? []),
);

/** Fewest members that identify a record; a notice may share one by chance. */
const enoughMembers = 2;

/**
 * True if a body has the top-level form of a success of its operation: a list, a page, or an object with members of the
 * record. A notice in JSON has another form.
 */
export const hasForm = ({ body, empty, operation }: Pick<Reply, 'body' | 'empty' | 'operation'>): boolean => {
  const { success, page } = operationOf(operation);
  if (success === null) return empty;
  if (answersWithList(operation)) return Array.isArray(body);
  if (!isRecord(body)) return false;
  if (page !== undefined) return Array.isArray(body.data);
  const names = namesIn(success);
  return names.filter((name) => Object.hasOwn(body, name)).length >= Math.min(enoughMembers, names.length);
};

export const hasItsForm = memoByReply((reply: Reply): boolean => hasForm(reply));

/** True for a success in another form than the operation's, such as an error or a notice. */
export const isNotice = (reply: Reply): boolean => isSuccess(reply) && !hasItsForm(reply);

/** Members about a customer. A status, currency or count identifies nobody. */
const personal = [
  'id',
  'first_name',
  'last_name',
  'birth_date',
  'phone',
  'business_legal_name',
  'tax_id',
  'email',
] as const;

const recordsOf = ({ body }: Reply): readonly Readonly<Record<string, unknown>>[] => {
  const records = isRecord(body) && Array.isArray(body.data) ? body.data : [body].flat();
  return records.filter(isRecord);
};

/**
 * True if an answer shows data that the other answer shows: the id or a personal member of its record, or the id of an
 * item of its listing. A page, a notice, and the name and e-mail address of the account do not count.
 */
export const showsRecordOf = (reply: Reply, other: Reply): boolean => {
  if (reply.operation !== other.operation || !isSuccess(reply) || !isSuccess(other) || !hasItsForm(reply)) return false;
  const isOfAccount = parametersOf(reply.operation).length === 0;
  const names = isOfAccount ? (['id'] as const) : personal;
  const others = recordsOf(other);
  return recordsOf(reply).some((record) =>
    names.some((name) => {
      const value = record[name];
      return typeof value === 'string' && value !== '' && others.some((each) => each[name] === value);
    }),
  );
};

/**
 * True for an answer that no correct service gives. It decides whether a control must show that the service still
 * answers.
 */
export const isUnexpected = (reply: Reply, isFullKey: boolean): boolean => {
  const { status, request } = reply;
  const { odd, invalid, changed, detour } = request.purpose;
  if (detour !== undefined) return false;
  if (isServerError(reply) || isRedirect(reply)) return true;
  if (isSuccess(reply)) return isNotice(reply);
  if (!isFullKey) return status === 400 || status === 429;
  return status === 401 || (status === 403 && !odd && !invalid && changed === undefined);
};

/** In words; undefined for a refusal with any body. */
export const pageForRecord = (reply: Reply): string | undefined =>
  !isError(reply) && isFromService(reply) ? pageIn(reply) : undefined;
