import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answered, type Asked, forwardTo, type Gateway } from './gateway.test.support.ts';

const page = (status: number, server: string, title: string): Answered => ({
  status,
  headers: { server, 'content-type': 'text/html' },
  body: `<html><head><title>${status} ${title}</title></head><body><center><h1>${status} ${title}</h1></center><hr><center>${server}</center></body></html>`,
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answered => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export const badGateway = page(502, 'nginx/1.22.1', 'Bad Gateway');

const isOrder = ({ method }: Asked): boolean => method === 'POST';

const limited = (retryAfter?: string): Answered =>
  json(
    429,
    { statusCode: 429, message: 'Too Many Requests' },
    retryAfter ? { 'retry-after': retryAfter } : {},
  );

/** Every order is refused for its rate. */
export const limitsOrders =
  (retryAfter?: string): Gateway =>
  (asked, forward) =>
    isOrder(asked) ? limited(retryAfter) : forward();

/** Each order is refused for its rate when it first comes: which ones are must not hang on how they meet. */
export const limitsOrdersAtFirst = (): Gateway => {
  const refused = new Set<string>();
  return (asked, forward) => {
    const order = `${asked.path} ${asked.headers['x-api-key']} ${asked.body}`;
    if (!isOrder(asked) || refused.delete(order)) return forward();
    refused.add(order);
    return limited();
  };
};

/** Every order gets a gateway's own page. */
export const losesOrders: Gateway = (asked, forward) => (isOrder(asked) ? badGateway : forward());

/** So many requests a second pass, a burst of as many included. */
export const limitsRate = (perSecond: number, refusal: Answered = limited()): Gateway => {
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

export const limitedWithTime = limited('1');
export const unavailableFor = json(503, { statusCode: 503, message: 'Overloaded' }, { 'retry-after': '1' });
/** nginx's own default where a rate is limited: no `Retry-After`. */
export const unavailable = page(503, 'nginx/1.22.1', 'Service Temporarily Unavailable');
/** HAProxy's own default where a rule turns a caller away. */
export const forbidden = page(403, 'haproxy', 'Forbidden');
export const quotaSpent = json(402, { error: 'quota', message: 'Monthly quota exceeded' });
export const blockedForGood = json(403, { error: 'Forbidden', message: 'Blocked: too many requests' });

/** Nobody gets through any more after so many requests. */
export const bansAfter = (most: number, refusal: Answered): Gateway => {
  let requests = 0;
  return (_asked, forward) => {
    requests += 1;
    return requests > most ? refusal : forward();
  };
};

/** One request in so many gets a gateway's own page; an order may have arrived or not. */
export const failsSometimes = (oneIn: number, status: 408 | 502 | 503 | 504): Gateway => {
  let requests = 0;
  const title = {
    408: 'Request Time-out',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
    504: 'Gateway Time-out',
  }[status];
  return (_asked, forward) => {
    requests += 1;
    return requests % oneIn === 0 ? page(status, 'nginx/1.22.1', title) : forward();
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
export const compresses = (): Gateway => async (asked, forward) => {
  const answer = await forward();
  if (!/gzip/.test(asked.headers['accept-encoding'] ?? '') || answer.body.length === 0) return answer;
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers, body: gzipSync(answer.body) };
};

/** Refuses bodies over so many bytes. */
export const limitsBodies =
  (bytes: number): Gateway =>
  (asked, forward) =>
    asked.body.length > bytes ? page(413, 'nginx/1.22.1', 'Request Entity Too Large') : forward();

/** A firewall that takes odd characters, and what no schema has, for an attack. */
export const blocksOddValues = (): Gateway => (asked, forward) =>
  /%2e%2e|%00|%27|%3c|\.\.|['<>;]|script|:null|taxonomy\/(?![A-Z])/.test(
    asked.path + asked.body.toString('utf8'),
  )
    ? page(403, 'cloudflare', 'Forbidden')
    : forward();

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
    ...page(301, 'nginx/1.22.1', 'Moved Permanently'),
    headers: { location, 'content-type': 'text/html' },
  };
};

/** Puts its own page in the place of every error of these statuses. */
export const replacesErrors =
  (...statuses: readonly number[]): Gateway =>
  async (_asked, forward) => {
    const answer = await forward();
    return statuses.includes(answer.status) ? page(answer.status, 'nginx/1.22.1', 'Error') : answer;
  };

/** Every order that the service would accept is refused for reasons of its own; a twin of the service says which. */
export const refusesOrders =
  (twin: string, status: number, body: unknown): Gateway =>
  async (asked, forward) => {
    if (!isOrder(asked)) return forward();
    const answer = await forwardTo(twin, asked);
    return answer.status < 300 ? json(status, body) : answer;
  };

/** A refusal that is due comes as a limit of the rate. */
export const limitsWhatIsDue =
  (...statuses: readonly number[]): Gateway =>
  async (asked, forward) => {
    const answer = await forward();
    return isOrder(asked) && statuses.includes(answer.status) ? limited() : answer;
  };

/** After so many refused keys the caller is locked out for a moment, whatever key it shows. */
export const locksOut = (after: number, status: 403 | 429): Gateway => {
  let refused = 0;
  return async (_asked, forward) => {
    if (refused >= after)
      return json(status, { statusCode: status, error: 'Forbidden', message: 'Too many failed attempts' });
    const answer = await forward();
    if (answer.status === 401) refused += 1;
    return answer;
  };
};

/** Every answer to these requests is a failure: of a gateway, or of the service in its own words. */
export const failsAt =
  (isAt: (path: string) => boolean, failure: Answered): Gateway =>
  (asked, forward) =>
    isAt(asked.path) ? failure : forward();

export const ownFailure = json(500, { statusCode: 500, message: 'Internal server error' });

/** Nothing below these paths is routed. */
export const lacksRoutes =
  (isMissing: (path: string) => boolean): Gateway =>
  (asked, forward) =>
    isMissing(asked.path)
      ? json(404, { statusCode: 404, message: `Cannot ${asked.method} ${asked.path}`, error: 'Not Found' })
      : forward();

const isJson = (body: Buffer): boolean => {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

/** Reads the body before the key, as many a framework does. */
export const parsesFirst = (): Gateway => (asked, forward) =>
  isOrder(asked) && asked.body.length > 0 && !isJson(asked.body)
    ? json(400, { statusCode: 400, message: 'Unexpected token in JSON', error: 'Bad Request' })
    : forward();

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
