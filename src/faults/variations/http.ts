import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type OperationId, type SeenRequest, sandboxKeys, type WireReply } from '#sandbox';
import { keyOf, timesBefore } from '../requests.ts';
import { answering, breaking, errorBody, forget, type Hook, isInitiation, refusing, succeeded } from '../rewriting.ts';
import {
  alternatives,
  circumstance,
  hiding,
  keepingBack,
  losingAnswers,
  promised,
  under,
  variants,
} from '../variation.ts';

const hasBody = ({ body, raw }: WireReply): boolean => body !== undefined || raw !== undefined;

/** Fast compression, as servers use for answers that they do not store. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };

const coded =
  (coding: string, encode: (plain: Buffer) => Buffer): Hook =>
  (reply) => {
    if (!hasBody(reply)) return;
    reply.raw = encode(Buffer.from(reply.raw ?? JSON.stringify(reply.body)));
    reply.headers['content-encoding'] = coding;
  };

const slow: Hook = (reply, request) => {
  const count = timesBefore(request, 'replies');
  if (count % 3 === 0) reply.delayMs = 30 + ((count * 7) % 50);
};

const slowOrders: Hook = (reply, { operation }) => {
  if (operation?.endsWith('.initiate')) reply.delayMs = 80;
};

const isJson = ({ headers }: WireReply): boolean => /json/.test(headers['content-type'] ?? '');

const withHeaders =
  (headers: (reply: WireReply) => Readonly<Record<string, string>>): Hook =>
  (reply) => {
    Object.assign(reply.headers, headers(reply));
  };

const contentType = (type: string, which: (reply: WireReply) => boolean = () => true): Hook =>
  withHeaders((reply) => (isJson(reply) && which(reply) ? { 'content-type': type } : {}));

const recased =
  (recase: (name: string) => string): Hook =>
  (reply) => {
    reply.headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [recase(name), value]));
  };

const capitals = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

const everyday = {
  ETag: 'W/"17-3Zk"',
  'cache-control': 'no-store, private',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-request-id': '5f0c9b1e-17',
  'ratelimit-limit': '100',
  'ratelimit-remaining': '99',
  'access-control-allow-origin': '*',
  vary: 'Origin, Accept-Encoding',
  via: '1.1 edge',
  server: 'edge',
};

variants(
  'http',
  {
    'Every third reply takes up to 80 ms.': slow,
    'Bodies are sent in chunks, without a length.': promised((reply) => {
      if (hasBody(reply)) reply.chunked = true;
    }),
    'Bodies are compressed with gzip, also for a client that asks for none.': circumstance((reply) => {
      if (hasBody(reply)) reply.gzip = true;
    }),
    'The service closes the connection after each reply.': promised((reply) => {
      reply.closeConnection = true;
    }),
    'A reply to an order says in Location where to find what was created.': (reply, { operation, path }) => {
      if (operation?.endsWith('.initiate') && succeeded(reply)) reply.headers.Location = path.replace('initiate', '1');
    },
    'The content type has a charset in capitals and quotes, and a profile.': contentType(
      'application/json;Charset="UTF-8"; profile="https://example.com/p"',
    ),
    'Errors are of the type application/problem+json.': contentType(
      'application/problem+json',
      ({ status }) => status >= 400,
    ),
    'Replies carry the headers of caches, gateways and browsers.': withHeaders(() => everyday),
    'A load balancer sets a cookie.': withHeaders(() => ({
      'set-cookie': 'LB=node-2; Path=/; HttpOnly; Secure',
    })),
    'A 401 says in WWW-Authenticate what is asked for.': withHeaders(({ status }) =>
      status === 401 ? { 'WWW-Authenticate': 'ApiKey realm="api"' } : {},
    ),
    'The names of headers begin with capitals.': promised(recased(capitals)),
  },
  { phase: 'wire' },
);

const onlyOnce =
  (operation: OperationId, isMeant: (request: SeenRequest) => boolean = () => true) =>
  (request: SeenRequest): boolean =>
    request.operation === operation && isMeant(request) && timesBefore(request, `failures of ${operation}`) === 0;

/** Server errors and throttling, which the document does not show. */
const outage = under('Errors');

const failingOnce = (when: (request: SeenRequest) => boolean) => outage(keepingBack()(breaking({ when })));

alternatives('http', {
  'One listing of many fails, and is served when it is asked for again.': failingOnce(
    (request) => request.operation === 'offramp.list' && timesBefore(request, 'listings') === 9,
  ),
  'The first read of a business record fails, and is served when it is asked for again.': failingOnce(
    onlyOnce('business-kyc.read'),
  ),
  'A page past the end of the conversions fails, and is served when it is asked for again.': failingOnce(
    onlyOnce('conversion.list', ({ query }) => Number(query.page) > 1000),
  ),
  'A refused key meets a failure once, and is refused when it is sent again.': failingOnce(
    onlyOnce('withdrawal.read', (request) => keyOf(request) !== sandboxKeys.full),
  ),
  'A withdrawal is once refused as if the key were unknown, and is served when it is asked for again.': outage(
    keepingBack()(
      answering({ operation: 'withdrawal.read', status: 'success', when: onlyOnce('withdrawal.read') }, () => ({
        status: 401,
        body: { error: 'Unauthorized', message: 'Invalid or missing API key' },
      })),
    ),
  ),
  'Every order takes 80 ms.': slowOrders,
  'Bodies are compressed with br, also for a client that asks for none.': circumstance(
    coded('br', (plain) => brotliCompressSync(plain, quick)),
  ),
  'Bodies are compressed with deflate, also for a client that asks for none.': circumstance(
    coded('deflate', deflateSync),
  ),
  'Bodies are compressed with gzip and then with deflate, also for a client that asks for none.': circumstance(
    coded('gzip, deflate', (plain) => deflateSync(gzipSync(plain))),
  ),
  'The balances name the content coding identity.': (reply, request) => {
    if (request.operation === 'balances.read') coded('identity', (plain) => plain)(reply, request);
  },
  'The content type names no charset.': contentType('application/json'),
  'The content type is written Application/JSON.': contentType('Application/JSON'),
  'The content type of records is application/vnd.example.v1+json.': contentType(
    'application/vnd.example.v1+json',
    succeeded,
  ),
  'The names of headers are in upper case.': promised(recased((name) => name.toUpperCase())),
});

const away = (status: 429 | 503, headers: Readonly<Record<string, string>> = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: errorBody(status, status === 429 ? 'Too many requests' : 'The service is down for a moment; try again'),
});

const slowMs = 2_000;

/** Far apart, so that no test with many reads waits long: test runners end a test after some seconds. */
const slowReads: Hook = (reply, request) => {
  const read = freshRead(request, undefined);
  if (read === undefined || read % 3 !== 1 || timesBefore(request, `slow ${request.operation}`) > 0) return;
  reply.delayMs = slowMs;
};

alternatives('http', { 'One read of each endpoint takes two seconds.': slowReads });

/** The number of the read among new reads of this sandbox, from 0; undefined for other requests. */
function freshRead(request: SeenRequest, of: OperationId | undefined): number | undefined {
  const { operation, method, path, query } = request;
  if (method !== 'GET' || (of !== undefined && operation !== of)) return undefined;
  const memoryKey = `turned away ${path} ${JSON.stringify(query)}`;
  return timesBefore(request, memoryKey) === 0 ? timesBefore(request, 'fresh reads') : undefined;
}

const turningAway =
  (which: (read: number) => boolean, reply: () => WireReply, of?: OperationId): Hook =>
  (_reply, request) => {
    const read = freshRead(request, of);
    return read !== undefined && which(read) ? reply() : undefined;
  };

const every = (period: number) => (number: number) => number % period === period - 1;
const once = (read: number) => read === 1;

/** So many repeats are limited. The third attempt succeeds in any order of arrival. */
const sendingsMet = 2;

/** True for some attempts, but never for all attempts that a client may make for one order. */
const meets = (which: (order: number) => boolean, request: SeenRequest, counted: string): boolean => {
  if (!which(timesBefore(request, counted))) return false;
  const { path, body } = request;
  return timesBefore(request, `met ${keyOf(request)} ${path} ${JSON.stringify(body)}`) < sendingsMet;
};

/** Like a gateway before the service, for valid and invalid requests. */
const atTheGate =
  (period: number, refusal: () => WireReply): Hook =>
  (reply, request) => {
    if (request.method !== 'POST' || !meets(every(period), request, 'posts')) return undefined;
    if (succeeded(reply)) forget(request);
    return refusal();
  };

const shortly = () => ({ 'Retry-After': new Date(Date.now() + 1000).toUTCString() });

/** Each of these makes a client wait at least a moment. */
variants(
  'rate-limit',
  {
    'Every third read is answered 429 at first, with Retry-After: 0.': hiding(
      turningAway(every(3), () => away(429, { 'Retry-After': '0' })),
    ),
  },
  { waits: true },
);

alternatives(
  'rate-limit',
  {
    'A listing of offramps is answered 429 at first, with Retry-After: 1.': turningAway(
      once,
      () => away(429, { 'retry-after': '1' }),
      'offramp.list',
    ),
    'A listing of conversions is answered 429 at first, with a date in Retry-After.': turningAway(
      once,
      () => away(429, shortly()),
      'conversion.list',
    ),
    'A read of a subaccount is answered 429 at first, without Retry-After.': turningAway(
      once,
      () => away(429),
      'subaccount.read',
    ),
    'Every third order is answered 429 and leaves nothing behind.': refusing(
      (request) => isInitiation(request.operation) && meets(every(3), request, `orders of ${request.operation}`),
      () => away(429, { 'Retry-After': '0' }),
    ),
    'A gateway answers every fifth order 429 in plain text.': atTheGate(5, () => ({
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': '0' },
      body: undefined,
      raw: 'Too Many Requests',
    })),
    'A gateway answers every fourth order 429 with a page of HTML.': atTheGate(4, () => ({
      status: 429,
      headers: { 'content-type': 'text/html', 'retry-after': '0' },
      body: undefined,
      raw: '<html><body>429 Too Many Requests</body></html>',
    })),
    'A gateway answers every third order 429 without a body.': atTheGate(3, () => ({
      status: 429,
      headers: { 'retry-after': '0' },
      body: undefined,
    })),
    'While the service restarts, the second order of each kind is answered 503 and leaves nothing behind.': outage(
      circumstance(
        refusing(
          (request) => isInitiation(request.operation) && timesBefore(request, `restart ${request.operation}`) === 1,
          () => away(503, { 'Retry-After': '0' }),
        ),
      ),
    ),
    'While the service restarts, the first order of each kind is kept and answered 503 in the documented form.': outage(
      losingAnswers((reply, request) => {
        const isOrder = request.method === 'POST' && succeeded(reply);
        return isOrder && timesBefore(request, `restart ${request.operation}`) === 0 ? away(503) : undefined;
      }),
    ),
    'While the service restarts, some reads are answered 503 at first, with Retry-After: 0.': outage(
      circumstance(turningAway(every(4), () => away(503, { 'Retry-After': '0' }))),
    ),
  },
  { waits: true },
);

const closing =
  (concerns: (request: SeenRequest) => boolean): Hook =>
  (reply, request) => {
    if (!concerns(request)) return;
    if (succeeded(reply)) forget(request);
    reply.destroy = true;
  };

const losing =
  (keeps: boolean): Hook =>
  (reply, request) => {
    const { operation } = request;
    if (!isInitiation(operation) || !succeeded(reply)) return;
    if (timesBefore(request, `accepted ${operation}`) > 0) return;
    if (!keeps) forget(request);
    reply.destroy = true;
  };

alternatives(
  'filter',
  {
    'A firewall closes the connection of a request without a key.': circumstance(
      closing((request) => keyOf(request) === ''),
    ),
    'The answer to an order of each kind is lost, and the order is kept.': losingAnswers(losing(true)),
    'The connection is closed on an order of each kind before it arrives.': circumstance(losing(false)),
  },
  { waits: true },
);
