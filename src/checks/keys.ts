import { isFromService, keyNotLetIn, pageForRecord, unreadable } from '#attribution';
import { operationOf, parametersOf } from '#contract';
import { idIn, isRecord, lacking, type Reply, sentQuery, untested } from '#evidence';
import type { Spelled } from '#probes';
import { isKeyRefusal, isServerError, isSuccess } from '#run';
import { type Judge, wrongStatus } from './judgement.ts';
import { eachReply } from './judges.ts';

/** A service or gateway that fails, redirects or shows a page may not have checked the key. */
const isLetIn = (reply: Reply): boolean =>
  !isKeyRefusal(reply) && !isServerError(reply) && isFromService(reply) && pageForRecord(reply) === undefined;

/**
 * True if the full key gets 403 and every other key 401: then the service distinguishes them, whatever the reason of
 * the 403.
 */
const areToldApart = (withFullKey: readonly Reply[], data: unknown): boolean =>
  withFullKey.some((reply) => reply.status === 403 && isFromService(reply)) &&
  Array.isArray(data) &&
  data.length > 0 &&
  data.every((reply) => isRecord(reply) && reply.status === 401);

/** Judges refused keys only if the full key is accepted, because a refusal of every key proves nothing. */
export const givenFullKey =
  <T>(judge: Judge<T>): Judge<readonly [withFullKey: readonly Reply[], data: T]> =>
  ([withFullKey, data], context) => {
    if (withFullKey.some(isLetIn) || areToldApart(withFullKey, data)) return judge(data, context);
    // If another sender than the service refused the caller, this is the reason.
    if (withFullKey.length > 0) context.attribution.judgeable(withFullKey);
    throw untested('KEY_NOT_LET_IN', keyNotLetIn);
  };

/** Leaves out operations that answer every key with a page or redirect. */
export const whereJson =
  (judge: Judge<readonly Reply[]>): Judge<readonly Reply[]> =>
  (replies, setting) => {
    const [reason] = replies.flatMap((reply) => pageForRecord(reply) ?? []);
    const others = replies.filter((reply) => pageForRecord(reply) === undefined);
    if (others.length === 0 && reason !== undefined) throw unreadable(reason);
    return judge(others, setting);
  };

export const knowsEverySpelling: Judge<readonly Spelled[]> = (spelled, { attribution }) => {
  const shown = spelled.filter(({ reply, usual }) => attribution.mayJudge(reply) && isLetIn(usual));
  if (shown.length === 0) throw untested('KEY_NOT_LET_IN', keyNotLetIn);
  const expected = 'the key is known in a header of any letter case';
  return {
    findings: shown
      .filter(({ reply }) => isKeyRefusal(reply))
      .map(({ reply }) => wrongStatus({ reply, code: 'WRONG_STATUS', expected })),
    judged: shown.map(({ reply }) => reply),
  };
};

const saysRecord = (reply: Reply): boolean => isSuccess(reply) && reply.contentType?.endsWith('json') === true;

const isUnread = (reply: Reply): boolean => saysRecord(reply) && !reply.empty && reply.body === undefined;

/** An answer to HEAD has no body. */
const isRecordServed = (reply: Reply): boolean =>
  saysRecord(reply) &&
  (reply.body !== undefined || reply.request.method === 'HEAD') &&
  !(isRecord(reply.body) && ('error' in reply.body || 'message' in reply.body));

const isEmptyPage = ({ body }: Reply): boolean => isRecord(body) && Array.isArray(body.data) && body.data.length === 0;

/**
 * Balances have no subaccount in their path, so they are of the account of the key. They are of this account only if
 * the record is the same.
 */
const isOfAccountOfKey = ({ operation }: Reply): boolean => parametersOf(operation).length === 0;

const isOfAnother = (reply: Reply, own: readonly Reply[]): boolean =>
  isOfAccountOfKey(reply) && !own.some(({ body }) => idIn(body) === idIn(reply.body));

const isOfUnknownAccount = (reply: Reply, own: readonly Reply[]): boolean => {
  if (operationOf(reply.operation).movesMoney) return false;
  if (isUnread(reply)) return true;
  const hasNoId = [reply.body, own.find(({ body }) => idIn(body) !== undefined)?.body].some((body) => !idIn(body));
  return isRecordServed(reply) && isOfAccountOfKey(reply) && hasNoId;
};

type OfOtherKey = readonly [own: readonly Reply[], balances: readonly Reply[], replies: readonly Reply[]];

/** Untested if the service does not know the other key. */
export const givenOtherKey =
  (judge: Judge<readonly [own: readonly Reply[], replies: readonly Reply[]]>): Judge<OfOtherKey> =>
  ([own, balances, replies], context) => {
    if (balances.every(({ status }) => status === 401))
      throw lacking(
        'SETTING_UNFIT',
        'RAMP_OTHER_API_KEY is refused as no key of the service (401)',
        'RAMP_OTHER_API_KEY',
      );
    return judge([own, replies], context);
  };

export const keepsAccountsApart = givenOtherKey(([own, replies], { attribution }) => {
  const isShown = (reply: Reply): boolean =>
    (operationOf(reply.operation).movesMoney ? isSuccess(reply) : isRecordServed(reply)) &&
    !isEmptyPage(reply) &&
    !isOfAnother(reply, own);
  const judged = attribution.judgeable(replies);
  const known = judged.filter((reply) => !isOfUnknownAccount(reply, own));
  const expected = 'nothing of this account';
  const findings = known.filter(isShown).map((reply) => wrongStatus({ reply, code: 'NOT_REFUSED', expected }));
  if (findings.length === 0 && known.length < judged.length)
    throw untested(
      'UNFIT_RECORD',
      'what the key of another account is shown cannot be read, or has no id to be compared',
    );
  return { findings, judged: known };
});

/** The service may refuse an undocumented path, or not know it, but it must not serve a record. */
export const servesNothing: Judge<readonly Reply[]> = (replies) => ({
  findings: replies
    .filter(isRecordServed)
    .map((reply) => wrongStatus({ reply, code: 'NOT_REFUSED', expected: 'nothing is served without a key' })),
  judged: replies,
});

const repeatsNoKey = eachReply({
  code: 'SEC_KEY_ECHO',
  where: '$',
  expected: 'no key in the answer',
  problem: ({ echoesKey }) => (echoesKey ? 'the key that was sent' : undefined),
});

/** Characters; any text may contain a shorter key. */
const shortestTraceable = 8;

/** Leaves out a key in the query, because an error body may contain the path. */
export const keepsTheKey: Judge<readonly Reply[]> = (replies, setting) => {
  if (setting.keys.full.length < shortestTraceable)
    throw lacking(
      'SETTING_UNFIT',
      `a key of fewer than ${shortestTraceable} letters cannot be recognised in an answer`,
    );
  return repeatsNoKey(
    replies.filter((reply) => sentQuery(reply, 'x-api-key') === ''),
    setting,
  );
};
