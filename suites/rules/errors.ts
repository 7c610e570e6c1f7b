import { isOfKind, isRecord, isTimestamp, messageOf, type Reply, test } from '#harness';
import { everyReply } from '../given/record.ts';
import { describedRefusals, keyRefusals, refusals } from '../given/refusal.ts';
import { createdNow } from '../given/rule.ts';

const membersOf = ({ body }: Reply) => (isRecord(body) ? body : {});

/** Finds the first reply that breaks a promise about its error body. */
const breaking = (
  replies: readonly Reply[],
  breaks: (body: Readonly<Record<string, unknown>>, reply: Reply) => boolean,
) => replies.find((reply) => breaks(membersOf(reply), reply));

test('errors/repeat-the-status', async (t) => {
  const replies = await refusals(t);
  const other = breaking(
    replies,
    ({ statusCode }, { status }) => statusCode !== undefined && statusCode !== status,
  );
  t.expect(other ?? replies).toSatisfy({
    code: 'WRONG_STATUS_CODE',
    where: '$.statusCode',
    expected: 'the status of the answer, as an integer',
    unless: other && `${typeof membersOf(other).statusCode}, another`,
  });
});

test('errors/carry-a-message', async (t) => {
  const replies = await refusals(t);
  const mute = breaking(replies, ({ message }) => typeof message !== 'string');
  t.expect(mute ?? replies).toSatisfy({
    code: 'MISSING_MESSAGE',
    where: '$.message',
    expected: 'a string',
    unless: mute && describeKind(membersOf(mute).message),
  });
});

test('errors/are-dated-now', async (t) => {
  t.expect(await refusals(t)).toHoldAsWhole(createdNow('timestamp'));
});

const describeKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === undefined ? 'missing' : typeof value;

test('errors/date-themselves', async (t) => {
  const replies = await refusals(t);
  const dated = replies.filter((reply) => membersOf(reply).timestamp !== undefined);
  if (dated.length === 0) t.cannot('no error body that was met carries a timestamp');
  const wrong = breaking(dated, ({ timestamp }) => !isTimestamp(timestamp));
  t.expect(wrong ?? dated).toSatisfy({
    code: 'NOT_A_TIMESTAMP',
    where: '$.timestamp',
    expected: 'a date-time in UTC with milliseconds',
    unless: wrong && describeKind(membersOf(wrong).timestamp),
  });
});

test('errors/name-their-path', async (t) => {
  const replies = await refusals(t);
  const named = replies.filter((reply) => membersOf(reply).path !== undefined);
  if (named.length === 0) t.cannot('no error body that was met names a path');
  const wrong = breaking(named, ({ path }, { request }) => !namesPath(path, request.path));
  t.expect(wrong ?? named).toSatisfy({
    code: 'WRONG_PATH',
    where: '$.path',
    expected: 'the path that was asked for',
    unless: wrong && 'another',
  });
});

/** Gateways add a prefix or strip it, and the query may be left out. */
const namesPath = (path: unknown, asked: string): boolean => {
  if (typeof path !== 'string') return false;
  const bare = (text: string) => text.split('?')[0]?.replace(/\/+$/, '').toLowerCase() ?? '';
  return bare(path) !== '' && (bare(asked).endsWith(bare(path)) || bare(path).endsWith(bare(asked)));
};

const briefly = new Set(['subaccount.read', 'deposit.simulate', 'withdrawal.read']);

test('errors/carry-only-what-is-shown', async (t) => {
  const replies = (await refusals(t)).filter(
    ({ operation, status }) => briefly.has(operation) && [401, 403, 404].includes(status),
  );
  const more = breaking(replies, (body) =>
    Object.keys(body).some((name) => name !== 'error' && name !== 'message'),
  );
  t.expect(more ?? replies).toSatisfy({
    code: 'UNKNOWN_MEMBER',
    where: '$',
    expected: 'error and message and nothing else',
    unless: more && 'a further member',
  });
});

test('errors/speak-of-the-key', async (t) => {
  const replies = await keyRefusals(t);
  const wrong = replies.find((reply) => {
    const message = messageOf(reply);
    if (message === undefined) return false;
    return (
      (reply.status === 401 && !isOfKind(message, 'invalid key')) ||
      (reply.status === 403 && !isOfKind(message, 'no permission'))
    );
  });
  t.expect(wrong ?? replies).toSatisfy({
    code: 'WRONG_MESSAGE',
    where: '$.message',
    expected: 'a message about the key or the permission',
    unless: wrong && 'a message of another kind',
  });
});

/** Shapes of what belongs to the inside of a server. */
const inside =
  /\bat .+\(.+:\d+:\d+\)|Traceback \(most recent|\bSELECT .+ FROM\b|\bINSERT INTO\b|SQLSTATE|node_modules|\/(?:usr|var|home|srv|app)\/[\w./-]+|[A-Z]:\\\\|\bORA-\d{5}\b|java\.lang\.|NullPointerException/;

test('errors/hide-the-inside', async (t) => {
  const replies = await refusals(t);
  const open = replies.find(({ body }) => inside.test(JSON.stringify(body) ?? ''));
  t.expect(open ?? replies).toSatisfy({
    code: 'INSIDE_SHOWN',
    where: '$',
    expected: 'no trace of the inside of the server',
    unless: open && 'a trace, a query or a path',
  });
});

test('errors/are-no-success', async (t) => {
  const replies = [...(await everyReply(t)), ...(await describedRefusals(t))];
  const [wrong] = replies.filter(({ status, body }) => status < 300 && isErrorBody(body));
  t.expect(wrong ?? replies).toSatisfy({
    code: 'ERROR_AS_SUCCESS',
    where: 'status',
    expected: 'an error status with an error body',
    unless: wrong && String(wrong.status),
  });
});

const isErrorBody = (body: unknown): boolean => {
  if (!isRecord(body)) return false;
  const { statusCode, success, error } = body;
  return (
    (typeof statusCode === 'number' && statusCode >= 400) || success === false || typeof error === 'string'
  );
};
