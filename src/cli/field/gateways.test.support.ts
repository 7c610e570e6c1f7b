import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answered, type Asked, forwardTo, type Gateway } from './gateway.test.support.ts';

export const page = (status: number, server: string, title: string): Answered => ({
  status,
  headers: { server, 'content-type': 'text/html' },
  body: `<html><head><title>${status} ${title}</title></head><body><center><h1>${status} ${title}</h1></center><hr><center>${server}</center></body></html>`,
});

export const nginx = (status: number, title: string): Answered => page(status, 'nginx/1.22.1', title);

export const json = (
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Answered => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify({ statusCode: status, ...body }),
});

export const isOrder = ({ method }: Asked): boolean => method === 'POST';

export const badGateway = nginx(502, 'Bad Gateway');
export const limited = json(429, { message: 'Too Many Requests' });
export const limitedWithTime = json(429, { message: 'Too Many Requests' }, { 'retry-after': '1' });
/** HAProxy's default where a rule turns a caller away. */
export const forbidden = page(403, 'haproxy', 'Forbidden');

/** Answers some requests instead of the service; `count` is the number of a request. */
export const instead =
  (answer: Answered, applies: (asked: Asked, count: number) => boolean) => (): Gateway => {
    let count = 0;
    return (asked, forward) => {
      count += 1;
      return applies(asked, count) ? answer : forward();
    };
  };

/** Changes what the service answers. */
export const changing =
  (change: (answer: Answered, asked: Asked) => Answered) => (): Gateway => async (asked, forward) =>
    change(await forward(), asked);

/** Shows a page instead of every error of these statuses. */
export const replacesErrors = (...statuses: readonly number[]) =>
  changing((answer) => (statuses.includes(answer.status) ? nginx(answer.status, 'Error') : answer));

/** Each order is refused for its rate when it first comes: which ones are must not hang on how they meet. */
export const limitsOrdersAtFirst = (): Gateway => {
  const refused = new Set<string>();
  return (asked, forward) => {
    const order = `${asked.path} ${asked.headers['x-api-key']} ${asked.body}`;
    if (!isOrder(asked) || refused.delete(order)) return forward();
    refused.add(order);
    return limited;
  };
};

/** So many requests a second pass, a burst of as many included. */
export const limitsRate = (perSecond: number, refusal = limited): Gateway => {
  let level = 0;
  let at = performance.now();
  return (_asked, forward) => {
    const now = performance.now();
    level = Math.max(0, level - ((now - at) / 1000) * perSecond);
    at = now;
    if (level + 1 > perSecond) return refusal;
    level += 1;
    return forward();
  };
};

/** Answers later, by turns. */
export const delays = (...milliseconds: readonly number[]): Gateway => {
  let requests = 0;
  return async (_asked, forward) => {
    requests += 1;
    await pause(milliseconds[requests % milliseconds.length]);
    return forward();
  };
};

/** Compresses what a client accepts compressed. */
export const compresses = changing((answer, { headers }) => {
  if (!/gzip/.test(headers['accept-encoding'] ?? '') || answer.body.length === 0) return answer;
  const more = { 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers: { ...answer.headers, ...more }, body: gzipSync(answer.body) };
});

/** Keeps what was served once for every caller: the fault of many a cache. */
export const cachesByUrl = (): Gateway => {
  const kept = new Map<string, Answered>();
  return async (asked, forward) => {
    if (asked.method !== 'GET') return forward();
    const known = kept.get(asked.path);
    if (known) return { ...known, headers: { ...known.headers, age: '3', 'x-cache': 'HIT' } };
    const answer = await forward();
    if (answer.status === 200) kept.set(asked.path, answer);
    return answer;
  };
};

/** Takes the slash off the end of paths. */
export const stripsSlashes = (): Gateway => (asked, forward) => {
  const [path = '', query] = asked.path.split('?');
  if (!path.endsWith('/')) return forward();
  const location = path.slice(0, -1) + (query === undefined ? '' : `?${query}`);
  return {
    ...nginx(301, 'Moved Permanently'),
    headers: { location, 'content-type': 'text/html' },
  };
};

/** Refuses every order that the service would accept for a reason that only it knows; a twin of the service says which. */
export const refusesOrders =
  (twin: string, refusal: Answered): Gateway =>
  async (asked, forward) => {
    if (!isOrder(asked)) return forward();
    const answer = await forwardTo(twin, asked);
    return answer.status < 300 ? refusal : answer;
  };

/** After so many refused keys the caller is locked out for a moment, with any key. */
export const locksOut = (after: number, status: 403 | 429): Gateway => {
  let refused = 0;
  return async (_asked, forward) => {
    if (refused >= after) return json(status, { error: 'Forbidden', message: 'Too many failed attempts' });
    const answer = await forward();
    if (answer.status === 401) refused += 1;
    return answer;
  };
};

/** A mock: without state, keys, rules or pages, it answers each operation with the one record that it has for it. */
export const mocks = (): Gateway => {
  const records = new Map<string, Answered>();
  let key: string | undefined;
  return async (asked, forward) => {
    key ??= asked.headers['x-api-key'];
    const [path = ''] = asked.path.split('?');
    const operation = `${asked.method} ${path.replace(/[^/]*-[^/]*-[^/]*|(?<=\/taxonomy\/)[^/]+/g, '{}')}`;
    const known = records.get(operation);
    if (known) return known;
    const answer = await forward({
      ...asked,
      headers: { ...asked.headers, ...(key && { 'x-api-key': key }) },
    });
    if (answer.status < 300) records.set(operation, answer);
    return answer;
  };
};
