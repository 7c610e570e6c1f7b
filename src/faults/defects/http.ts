import { gzipSync } from 'node:zlib';
import { type OperationId, orderIds } from '#contract';
import { type SeenRequest, sandboxKeys, type WireReply } from '#sandbox';
import { against, forEachValue, keptBack } from '../fault.ts';
import { isOfBusiness, isSeeded, keyOf, sent, timesBefore } from '../requests.ts';
import { answering, breaking, succeeding } from '../rewriting.ts';

const written = (operation: OperationId, write: (text: string) => string | Buffer) =>
  succeeding(operation, ({ body }) => ({ raw: write(JSON.stringify(body)) }));

const typed = (operation: OperationId, type: string | undefined) =>
  succeeding(operation, () => ({ headers: type === undefined ? {} : { 'content-type': type } }));

const html = '<!doctype html><html><head><title>Unauthorized</title></head><body></body></html>';
const markup: Partial<WireReply> = { raw: html, headers: { 'content-type': 'text/html' } };

against('http/sends-json', {
  'JSON is called HTML.': typed('withdrawal.read', 'text/html; charset=utf-8'),
  'JSON is called plain text.': typed('taxonomy.list', 'text/plain'),
  'JSON is called bytes.': typed('balances.read', 'application/octet-stream'),
  'The content type stands twice.': typed(
    'offramp.list',
    'application/json; charset=utf-8, application/json; charset=utf-8',
  ),
  'JSON has no content type.': typed('business-kyc.read', undefined),
  'JSON ends too early.': written('conversion.list', (text) => text.slice(0, -1)),
  'JSON has a trailing comma.': written('offramp.read', (text) => text.replace(/\}$/, ',}')),
  'JSON has single quotes.': written('onramp.initiate', (text) => text.replaceAll('"', "'")),
  'JSON begins with a guard.': written('offramp.list', (text) => `)]}',\n${text}`),
  'JSON is the argument of a call.': written('individual-kyc.read', (text) => `callback(${text})`),
  'JSON is sent twice.': written('subaccount.read', (text) => text + text),
  'JSON holds NaN.': written('lightning-offramp.initiate', (text) =>
    text.replace(/"totalFees":[\d.]+/, '"totalFees":NaN'),
  ),
  'JSON is followed by a warning.': written('offramp.initiate', (text) => `${text}\nWarning: deprecated`),
  'The body is in UTF-16.': written('conversion.read', (text) => Buffer.from(text, 'utf16le')),
  'A refusal in JSON is called HTML.': answering({ status: 404 }, { headers: { 'content-type': 'text/html' } }),
  'A refusal is plain text.': answering(
    { status: 400 },
    { raw: 'Bad Request', headers: { 'content-type': 'text/plain' } },
  ),
});

// These promises about an error body fail because the body is no JSON.
against(['http/sends-json', 'balances.read/refuses-a-missing-key'], {
  'A refused key gets a page.': answering({ status: 401 }, markup),
});
against(['http/sends-json', 'balances.read/refuses-a-restricted-key'], {
  'A lack of permission gets a page.': answering({ status: 403 }, markup),
});
against(['http/sends-json', 'individual-kyc.read/refuses-an-absent-customer'], {
  'What is absent gets a page.': answering({ operation: 'individual-kyc.read', status: 404 }, markup),
});

const first = (member: string) => (text: string) => text.replace('{', `{${member},`);
const number = (value: string) => (text: string) => text.replace(/"usd":[\d.]+/, `"usd":${value}`);
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

against('http/sends-sound-json', {
  'A member stands twice.': written('balances.read', first('"id":"none"')),
  'A member of an inner object stands twice.': written('offramp.read', (text) =>
    text.replace('"from":{', '"from":{"amount":"1.00",'),
  ),
  'A member stands twice, once with an escape.': written('withdrawal.read', first('"\\u0069d":"none"')),
  'A member is called __proto__.': written('subaccount.read', first('"__proto__":{"admin":true}')),
  'A member is called constructor.': written('taxonomy.list', first('"constructor":{}')),
  'A text holds half of a surrogate pair.': written('individual-kyc.read', (text) =>
    text.replace('"Nowhere"', '"No\\ud800where"'),
  ),
  'A text is in Latin-1.': written('business-kyc.read', (text) =>
    Buffer.from(text.replace('Nowhere', 'S\u00e3o Paulo'), 'latin1'),
  ),
  'The content type names another charset.': typed('withdrawal.read', 'application/json; charset=iso-8859-1'),
  'The body begins with a byte order mark.': written('balances.read', (text) => `\ufeff${text}`),
  'The body is nested a hundred deep.': written('balances.read', first(`"x":${nested(100)}`)),
});

against('http/sends-short-numbers', {
  'A number loses digits when read.': written('balances.read', number('12345678901234567890')),
  'A number has more places than a double.': written('balances.read', number('0.12345678901234567890123')),
});
against(['http/sends-sound-json', 'balances.read/has-its-members'], {
  'A number is beyond any double.': written('balances.read', number('1e400')),
});

const labelled = (coding: string, encode = (text: string): Buffer | string => text) =>
  succeeding('balances.read', ({ body }) => ({
    raw: encode(JSON.stringify(body)),
    headers: { 'content-encoding': coding },
  }));

against('http/is-well-formed', {
  'A plain body is said to be in UTF-8 by its coding.': labelled('utf-8'),
  'A plain body has the coding none.': labelled('none'),
  'A plain body is said to be gzip.': labelled('gzip'),
  'A body is gzip once and said to be so twice.': labelled('gzip, gzip', gzipSync),
  'A header holds a control character.': succeeding('taxonomy.list', () => ({
    headers: { 'x-note': 'a\u009bb' },
  })),
});

const redirecting = (operation: OperationId, status: number, location: string) =>
  succeeding(operation, { status, body: undefined, headers: { location } });

against(['http/does-not-redirect', 'balances.read/answers-with-its-record'], {
  'A documented path answers 307 to one with a slash.': redirecting('balances.read', 307, '/v1/ramp/banking/balances/'),
});
against(['http/does-not-redirect', 'lightning-offramp.initiate/answers-with-its-record'], {
  'A documented path answers 308 to the other version.': redirecting(
    'lightning-offramp.initiate',
    308,
    '/v2/ramp/x/banking/offramp/initiate',
  ),
});
against(['http/does-not-redirect', 'offramp.list/answers-with-its-record'], {
  'A documented path answers 301 to another host.': redirecting('offramp.list', 301, 'https://other.example.com/v2/'),
});
against('http/does-not-redirect', {
  'A documented path answers 302 to plain HTTP.': redirecting('taxonomy.list', 302, 'http://plain.example.com/'),
});

against(
  'http/takes-a-charset',
  forEachValue(orderIds, (operation) => [
    `A content type that names a charset is not known: ${operation}.`,
    answering(
      { operation, when: ({ headers }) => /;\s*charset/.test(String(headers['content-type'])) },
      {
        status: 415,
        body: { statusCode: 415, message: 'Unsupported Media Type', error: 'Unsupported Media Type' },
      },
    ),
  ]),
);

const unknownPath: NonNullable<Parameters<typeof answering>[1]> = (_reply, { method, path }) => ({
  status: 404,
  body: { statusCode: 404, message: `Unbekannter Weg: ${method} ${path}`, error: 'Not Found' },
});

/** Frameworks answer so to a path without a route, for any caller and key. */
for (const operation of ['onramp.initiate', 'offramp.initiate', 'offramp.list', 'offramp.read'] as const) {
  against(`${operation}/answers-with-its-record`, {
    'No path of version 2 leads anywhere.': answering({ when: ({ path }) => path.startsWith('/v2/') }, unknownPath),
  });
}

const noPathTo = (order: OperationId) => ({
  'No path leads to the order.': answering({ when: ({ operation = order }) => operation === order }, unknownPath),
});

against('lightning-offramp.initiate/answers-with-its-record', noPathTo('lightning-offramp.initiate'));
against('deposit.simulate/answers-success-without-a-body', noPathTo('deposit.simulate'));

const closed: Partial<WireReply> = { destroy: true };

const page: Partial<WireReply> = {
  status: 403,
  headers: { server: 'haproxy', 'content-type': 'text/html' },
  raw: '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>',
};

/** A gateway before a correct service could cause the same symptoms. */
against(['offramp.initiate/survives-mistyped-members'], {
  'A currency of null closes the connection.': answering(
    { operation: 'offramp.initiate', when: (request) => sent(request, 'to.currency') === null },
    closed,
  ),
});
against('onramp.initiate/refuses-an-unlisted-asset', {
  'An asset that is not listed closes the connection.': answering(
    {
      operation: 'onramp.initiate',
      when: (request) => !['USDT', 'USDC', 'BTC_LIGHTNING'].includes(String(sent(request, 'to.asset'))),
    },
    closed,
  ),
});
against('offramp.initiate/refuses-an-unknown-recipient', {
  'A recipient that nobody has closes the connection.': answering(
    {
      operation: 'offramp.initiate',
      when: (request) => !isSeeded(String(sent(request, 'to.recipient_id'))),
    },
    closed,
  ),
});
against('conversion.list/refuses-a-restricted-key', {
  'A key without permission closes the connection.': answering(
    { operation: 'conversion.list', when: (request) => keyOf(request) === sandboxKeys.restricted },
    closed,
  ),
});
keptBack('rails/named-takes-wire', 'a page gives no reason', {
  'An order over a wire gets the page of a gateway.': answering(
    { operation: 'offramp.initiate', when: (request) => sent(request, 'to.payment_rail') === 'WIRE' },
    page,
  ),
});

const everySo =
  (operation: OperationId, period: number, first = period - 1) =>
  (request: SeenRequest): boolean =>
    timesBefore(request, `served ${operation}`) % period === first;

const unknownKey = { status: 401, body: { error: 'Unauthorized', message: 'Invalid or missing API key' } };

against('http/serves-valid-requests', {
  'Every seventh listing of conversions breaks the service.': breaking({
    operation: 'conversion.list',
    status: 'success',
    when: everySo('conversion.list', 7),
  }),
  'Every third taxonomy is refused for its key.': answering(
    { operation: 'taxonomy.list', status: 'success', when: everySo('taxonomy.list', 3) },
    unknownKey,
  ),
});
against('http/serves-every-valid-request', {
  'No business is listed its conversions.': breaking({
    operation: 'conversion.list',
    status: 'success',
    when: isOfBusiness,
  }),
  'One listing of offramps of many breaks the service.': breaking({
    operation: 'offramp.list',
    status: 'success',
    when: everySo('offramp.list', 1e6, 7),
  }),
});
