import { isRecord, isTimestamp, type Reply } from '#evidence';
import { isSuccess } from '#run';
import type { Judge } from './judgement.ts';
import { eachReadableReply, eachReply, ofReadable } from './judges.ts';
import { onlyReplies } from './orders.ts';
import { isOfKind, messageOf } from './refusal.ts';

type ErrorMembers = Readonly<Record<string, unknown>>;

const membersOf = ({ body }: Reply): ErrorMembers => (isRecord(body) ? body : {});

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return value === undefined ? 'missing' : typeof value;
};

export const repeatsTheStatus = eachReadableReply({
  code: 'WRONG_STATUS_CODE',
  where: '$.statusCode',
  expected: 'the status of the answer, as an integer',
  problem: (reply) => {
    const { statusCode } = membersOf(reply);
    return statusCode === undefined || statusCode === reply.status ? undefined : `${typeof statusCode}, another`;
  },
});

export const carriesAMessage = eachReadableReply({
  code: 'MISSING_MESSAGE',
  where: '$.message',
  expected: 'a string',
  problem: (reply) => {
    const { message } = membersOf(reply);
    return typeof message === 'string' ? undefined : kindOf(message);
  },
});

const carrying = (member: string, judge: Judge<readonly Reply[]>): Judge<readonly Reply[]> =>
  ofReadable(
    onlyReplies(
      (reply) => membersOf(reply)[member] !== undefined,
      `no error body of the run carries a ${member}`,
      judge,
    ),
  );

export const datesItself = carrying(
  'timestamp',
  eachReply({
    code: 'NOT_A_TIMESTAMP',
    where: '$.timestamp',
    expected: 'a date-time in UTC with milliseconds',
    problem: (reply) => {
      const { timestamp } = membersOf(reply);
      return isTimestamp(timestamp) ? undefined : kindOf(timestamp);
    },
  }),
);

/** Gateways add or remove a prefix, and an error may leave the query out. */
const namesPath = (path: unknown, asked: string): boolean => {
  if (typeof path !== 'string') return false;
  const bare = (text: string) => text.split('?')[0]?.replace(/\/+$/, '').toLowerCase() ?? '';
  return bare(path) !== '' && (bare(asked).endsWith(bare(path)) || bare(path).endsWith(bare(asked)));
};

export const namesItsPath = carrying(
  'path',
  eachReply({
    code: 'WRONG_PATH',
    where: '$.path',
    expected: 'the requested path',
    problem: (reply) => (namesPath(membersOf(reply).path, reply.request.path) ? undefined : 'another'),
  }),
);

export const carriesErrorOnly = eachReadableReply({
  code: 'UNKNOWN_MEMBER',
  where: '$',
  expected: 'error and message and nothing else',
  problem: (reply) =>
    Object.keys(membersOf(reply)).some((name) => name !== 'error' && name !== 'message')
      ? 'a further member'
      : undefined,
});

export const carriesStatusAndTime = eachReadableReply({
  code: 'MISSING_MEMBER',
  where: '$',
  expected: 'statusCode and timestamp',
  problem: (reply) => {
    const missing = ['statusCode', 'timestamp'].filter((name) => !(name in membersOf(reply)));
    return missing.length === 0 ? undefined : `no ${missing.join(', no ')}`;
  },
});

export const namesTheKey = eachReadableReply({
  code: 'WRONG_MESSAGE',
  where: '$.message',
  expected: 'a message about the key or the permission',
  problem: (reply) => {
    const message = messageOf(reply);
    if (message === undefined) return undefined;
    const kind = reply.status === 401 ? 'invalid key' : 'no permission';
    return isOfKind(message, kind) ? undefined : 'a message of another kind';
  },
});

/** Most characters of an error body that are searched. To search megabytes would stop the run. */
const maxError = 50_000;

const inside =
  /\bat [^(]{1,200}\([^()]{1,300}:\d+:\d+\)|Traceback \(most recent|\bSELECT .{1,300} FROM\b|\bINSERT INTO\b|SQLSTATE|node_modules|\/(?:usr|var|home|srv|app)\/[\w./-]+|[A-Z]:\\\\|\bORA-\d{5}\b|java\.lang\.|NullPointerException/g;

const isOfTheCaller = (text: string, { path, sentBody = '' }: Reply['request']): boolean =>
  [decoded(path), sentBody].some((sent) => sent.includes(text)) || namesPath(text, path);

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

export const hidesTheInside = eachReply({
  code: 'INSIDE_SHOWN',
  where: '$',
  expected: 'no trace of the inside of the server',
  problem: ({ body, request }) => {
    const shown = (JSON.stringify(body) ?? '').slice(0, maxError).match(inside) ?? [];
    return shown.every((text) => isOfTheCaller(text, request)) ? undefined : 'a trace, a query or a path';
  },
});

const isErrorBody = (body: unknown): boolean => {
  if (!isRecord(body)) return false;
  const { statusCode, success, error } = body;
  return (typeof statusCode === 'number' && statusCode >= 400) || success === false || typeof error === 'string';
};

export const hidesNoError = eachReply({
  code: 'ERROR_AS_SUCCESS',
  where: 'status',
  expected: 'an error status with an error body',
  problem: (reply) => (isSuccess(reply) && isErrorBody(reply.body) ? String(reply.status) : undefined),
});
