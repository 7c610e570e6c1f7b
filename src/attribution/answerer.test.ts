import { describe, expect, test } from 'vitest';
import { answererOf, cacheIn, keptByCache } from './answerer.ts';
import { type AnswerTraits, isOwnClosing } from './marks.ts';

const shown = (over: Partial<AnswerTraits> = {}): AnswerTraits => ({
  status: 200,
  headers: {},
  body: undefined,
  markup: false,
  odd: false,
  ...over,
});

const documented = [
  { statusCode: 503, message: 'm', timestamp: '2025-01-01T00:00:00.000Z', error: 'e' },
  { error: 'Forbidden', message: 'm' },
  { statusCode: 404, timestamp: '2025-01-01T00:00:00.000Z', message: 'm' },
];

/** Bodies of gateways: AWS, Azure, Kong, Apigee, Spring Cloud Gateway. */
const foreign = [
  undefined,
  {},
  [],
  'down',
  { message: 'Internal server error' },
  { statusCode: 503, message: 'm', activityId: 'a' },
  { message: 'm', request_id: 'r' },
  { fault: { faultstring: 'f' } },
  { timestamp: 't', path: '/', status: 502, error: 'Bad Gateway', requestId: 'r' },
];

describe('who answered', () => {
  test.each([
    ['429', { status: 429, body: documented[0] }],
    ['429 in markup to an odd request', { status: 429, markup: true, odd: true }],
    ['503 that names a time', { status: 503, headers: { 'retry-after': '1' }, body: documented[0] }],
    ['503 that names a time in the past', { status: 503, headers: { 'retry-after': 'soon' }, body: documented[0] }],
  ])('%s: a limit', (_, over) => {
    expect(answererOf(shown(over))).toBe('limit');
  });

  test('503 that names more than a day is one that names no time', () => {
    const headers = { 'retry-after': '86401' };
    expect(answererOf(shown({ status: 503, headers, body: documented[0] }))).toBe('service');
    expect(answererOf(shown({ status: 503, headers }))).toBe('gateway');
    expect(answererOf(shown({ status: 429, headers }))).toBe('limit');
  });

  test.each([408, 502, 503, 504, 520, 522, 524, 530])('%i is the service with its own body alone', (status) => {
    for (const body of documented) expect(answererOf(shown({ status, body }))).toBe('service');
    for (const body of foreign) expect(answererOf(shown({ status, body }))).toBe('gateway');
    expect(answererOf(shown({ status, markup: true, odd: true }))).toBe('gateway');
  });

  test('a time-out that Spring Cloud Gateway tells with a message is none of the service', () => {
    const said = { error: 'Gateway Timeout', message: 'Response took longer than timeout: PT2S', path: '/v1' };
    const body = { timestamp: '2025-01-01T00:00:00.000Z', status: 504, requestId: '6f3c-12', ...said };
    expect(answererOf(shown({ status: 504, body }))).toBe('gateway');
    expect(answererOf(shown({ status: 504, body: { ...body, statusCode: 504 } }))).toBe('service');
    expect(answererOf(shown({ status: 500, body: { ...body, status: 500 } }))).toBe('service');
  });

  test('a failure that the API gateway of AWS names its own is none of the service', () => {
    const headers = { 'x-amzn-errortype': 'InternalServerErrorException' };
    expect(answererOf(shown({ status: 500, headers, body: { message: 'Internal server error' } }))).toBe('gateway');
    expect(answererOf(shown({ status: 500, headers, body: documented[0] }))).toBe('service');
    expect(answererOf(shown({ status: 403, headers, body: { message: 'Forbidden' } }))).toBe('service');
  });

  test('503 is a word of the service with its own body, or with a time and without a mark of a gateway', () => {
    const time = { 'retry-after': '120' };
    const isOwn = (over: Partial<AnswerTraits>) => isOwnClosing(shown({ status: 503, ...over }));
    for (const body of documented) expect(isOwn({ body, headers: { server: 'nginx' } })).toBe(true);
    for (const body of [undefined, {}, { message: 'Back soon' }]) {
      expect(isOwn({ body, headers: time })).toBe(true);
      expect(isOwn({ body, headers: { ...time, server: 'envoy' } })).toBe(false);
      expect(isOwn({ body })).toBe(false);
    }
    expect(isOwn({ markup: true, headers: time })).toBe(false);
    expect(isOwn({ status: 502, body: documented[0], headers: time })).toBe(false);
  });

  test.each([500, 501, 505, 519, 531])('%i is always the service', (status) => {
    for (const body of foreign) expect(answererOf(shown({ status, body, odd: true }))).toBe('service');
    expect(answererOf(shown({ status, markup: true, odd: true }))).toBe('service');
  });

  test.each([413, 414, 431])('%i to an odd request: a block', (status) => {
    expect(answererOf(shown({ status, body: documented[0], odd: true }))).toBe('block');
    expect(answererOf(shown({ status, body: documented[0] }))).toBe('service');
  });

  test.each([403, 406])('%i to an odd request: a block without the body of the document', (status) => {
    for (const body of foreign) expect(answererOf(shown({ status, body, odd: true }))).toBe('block');
    for (const body of documented) expect(answererOf(shown({ status, body, odd: true }))).toBe('service');
    for (const body of foreign) expect(answererOf(shown({ status, body }))).toBe('service');
  });

  test.each([200, 400, 401, 404])('markup with %i: a block where the request is odd', (status) => {
    expect(answererOf(shown({ status, markup: true, odd: true }))).toBe('block');
    expect(answererOf(shown({ status, markup: true }))).toBe('service');
  });

  test('a redirect is never blocked', () => {
    expect(answererOf(shown({ status: 301, markup: true, odd: true }))).toBe('service');
  });

  test('the page of a firewall is a block, for any request', () => {
    const text = '<html><title>Attention Required! | Cloudflare</title></html>';
    expect(answererOf(shown({ status: 403, markup: true, text }))).toBe('block');
    expect(answererOf(shown({ status: 403, text: 'no captcha' }))).toBe('service');
    expect(answererOf(shown({ status: 403, headers: { 'cf-mitigated': 'challenge' } }))).toBe('block');
  });
});

test.each([
  ['nginx', '<html><h1>500 Internal Server Error</h1></center>\r\n<hr><center>nginx/1.22.1</center></html>', 'gateway'],
  ['Apache', '<p>The server encountered an internal error or\nmisconfiguration</p>', 'gateway'],
  ['HAProxy', '<html><body><h1>500 Internal Server Error</h1>\nAn internal server error occurred.\n</body>', 'gateway'],
  ['a framework', '<html><body><pre>Internal Server Error</pre></body></html>', 'service'],
])('a failure in a page of %s', (_, text, answerer) => {
  expect(answererOf(shown({ status: 500, markup: true, text }))).toBe(answerer);
  expect(answererOf(shown({ status: 500, markup: true, odd: true, text }))).toBe(answerer);
  expect(answererOf(shown({ status: 404, markup: true, text }))).toBe('service');
});

describe('a cache', () => {
  test.each<[string | undefined, Record<string, string>]>([
    ['Age 12, X-Cache Hit, Via', { age: '12', 'x-cache': 'Hit from cloudfront', via: '1.1 secret.example' }],
    ['CF-Cache-Status HIT', { 'cf-cache-status': 'HIT' }],
    ['Age, X-Cache', { age: 'jane', 'x-cache': 'jane' }],
    [undefined, { server: 'nginx' }],
  ])('%s', (words, headers) => {
    expect(cacheIn({ headers })).toBe(words);
  });

  test('has kept what it calls a hit, or what has an age', () => {
    const shown = (headers: Record<string, string>) => keptByCache({ headers });
    expect(shown({ 'x-cache': 'HIT' })).toBe('X-Cache HIT');
    expect(shown({ age: '3', via: '1.1 secret.example' })).toBe('Age 3, Via');
    expect([shown({ 'x-cache': 'MISS', via: '1.1 a' }), shown({ age: '0' }), shown({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
