import { cacheIn, isRecord, type Reply, Untested } from '#evidence';
import { bankAccountError, fullError, inspect, shortError } from '#schemas';
import { type Found, finding } from './judgement.ts';
import { isOfKind, type MessageKind, speaksOf } from './message.ts';
import { mayBeForOwnReasons, names } from './own-reasons.ts';
import { inPlaceOfSuccess, notJson } from './unusable.ts';

export interface Refusal {
  /** The stated status; without it any refusal of the order is right. */
  readonly status?: number;
  /** Statuses that are no refusal although they are 4xx, where no status is stated. */
  readonly except?: readonly number[];
  readonly error?: string;
  readonly message?: MessageKind;
  /** Values that the message must name. */
  readonly naming?: readonly string[];
  readonly body?: 'full' | 'short' | 'bank account';
}

const bodies = { full: fullError, short: shortError, 'bank account': bankAccountError } as const;

/** The status, and the trace of a cache that may have served what the service would have refused. */
const servedStatus = (reply: Reply): string => {
  const cache = reply.status < 300 ? cacheIn(reply) : undefined;
  return cache === undefined ? String(reply.status) : `${reply.status} (${cache})`;
};

const statusDifferences = (reply: Reply, { status, except = [401, 403] }: Refusal): Found[] => {
  const actual = servedStatus(reply);
  if (status !== undefined) {
    if (reply.status === status) return [];
    const isServed = reply.status < 300 && notJson(reply) === undefined;
    return [
      finding({
        reply,
        code: isServed ? 'ACCEPTED' : 'WRONG_STATUS',
        where: 'status',
        expected: String(status),
        observed: actual,
      }),
    ];
  }
  if (reply.status < 300)
    return [
      finding({ reply, code: 'ACCEPTED', where: 'status', expected: 'a refusal (4xx)', observed: actual }),
    ];
  const refused = reply.status >= 400 && reply.status < 500 && !except.includes(reply.status);
  return refused
    ? []
    : [
        finding({
          reply,
          code: 'WRONG_STATUS',
          where: 'status',
          expected: 'a refusal (4xx)',
          observed: actual,
        }),
      ];
};

const bodyDifferences = (reply: Reply, body: NonNullable<Refusal['body']>): Found[] =>
  inspect(bodies[body], reply.body)
    .filter(({ kind }) => kind === 'missing' || kind === 'null' || kind === 'type')
    .map(({ code, path, expected, observed }) =>
      finding({ reply, code, where: pathText(path), expected, observed }),
    );

/** The message of an error body, where it is a string. */
export const messageOf = (reply: Reply): string | undefined => {
  const message = isRecord(reply.body) ? reply.body.message : undefined;
  return typeof message === 'string' ? message : undefined;
};

const contentDifferences = (reply: Reply, { error, message: kind, naming = [] }: Refusal): Found[] => {
  const found: Found[] = [];
  const actual = isRecord(reply.body) ? reply.body.error : undefined;
  if (error !== undefined && actual !== error)
    found.push(
      finding({
        reply,
        code: 'WRONG_ERROR',
        where: '$.error',
        expected: `\`${error}\``,
        observed: actual === undefined ? 'missing' : 'another',
      }),
    );
  const message = messageOf(reply);
  if (kind !== undefined && message === undefined)
    found.push(
      finding({
        reply,
        code: 'MISSING_MESSAGE',
        where: '$.message',
        expected: `a message of the kind "${kind}"`,
        observed: 'no string',
      }),
    );
  if (kind !== undefined && message !== undefined && !isOfKind(message, kind))
    found.push(
      finding({
        reply,
        code: 'WRONG_MESSAGE',
        where: '$.message',
        expected: `a message of the kind "${kind}"`,
        observed: 'another kind',
      }),
    );
  for (const name of naming)
    if (message === undefined || !names(message, name))
      found.push(
        finding({
          reply,
          code: 'VALUE_NOT_NAMED',
          where: '$.message',
          expected: `the allowed value ${name}`,
          observed: 'not named',
        }),
      );
  return found;
};

export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
    '$',
  );

const isOfKey = ({ status }: Refusal): boolean => status === 401 || status === 403;

/** Whether anything is promised of the body. */
const saysSomething = ({ error, message, naming, body }: Refusal): boolean =>
  [error, message, naming, body].some((promise) => promise !== undefined);

/**
 * Whether an order was refused for a reason of the service's own before the service came to its defect: the sequence of
 * the service's checks is open, save that the key comes first.
 */
const isRefusedBefore = (reply: Reply, { status, message, except = [401, 403] }: Refusal): boolean => {
  if (status === 401 || status === 403) return false;
  const isAsPromised = status === undefined ? !except.includes(reply.status) : reply.status === status;
  if (isAsPromised || !mayBeForOwnReasons(reply)) return false;
  return message === undefined || !speaksOf(messageOf(reply) ?? '', message);
};

/** All differences from the promised refusal; nothing else of the reply is judged once the status is wrong. */
export const refusalDifferences = (reply: Reply, refusal: Refusal): Found[] => {
  if (isRefusedBefore(reply, refusal))
    throw new Untested('the service refused the order for reasons of its own', 'service');
  const reason = inPlaceOfSuccess(reply);
  // A key that gets a page or is sent elsewhere is not refused as the document says.
  if (reason !== undefined && !isOfKey(refusal)) throw new Untested(reason, 'service');
  const status = statusDifferences(reply, refusal);
  if (status.length > 0) return status;
  const page = notJson(reply);
  if (page !== undefined) return saysSomething(refusal) ? [page] : [];
  return [
    ...(refusal.body ? bodyDifferences(reply, refusal.body) : []),
    ...contentDifferences(reply, refusal),
  ];
};
