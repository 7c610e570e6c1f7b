import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { WireReply } from '#sandbox';
import { timesBefore } from '../requests.ts';
import { type Hook, succeeded } from '../rewriting.ts';
import { alternatives, type Variation, variants } from '../variation.ts';

const hasBody = ({ body, raw }: WireReply): boolean => body !== undefined || raw !== undefined;

/** Fast compression, as a server uses it for answers that it does not store. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };

/** Sends a body in a content coding that the sandbox does not know by itself. */
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

/** Names another content type where there is one of JSON. */
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

const combinable = variants(
  'http',
  {
    'Some replies take their time.': slow,
    'Bodies are sent in chunks, without a length.': (reply) => {
      if (hasBody(reply)) reply.chunked = true;
    },
    'Bodies are compressed with gzip.': (reply) => {
      if (hasBody(reply)) reply.gzip = true;
    },
    'The service closes the connection after each reply.': (reply) => {
      reply.closeConnection = true;
    },
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
    'The names of headers begin with capitals.': recased(capitals),
  },
  { phase: 'wire' },
);

const exclusive = alternatives('http', {
  'Every initiation takes its time.': slowOrders,
  'Bodies are compressed with br.': coded('br', (plain) => brotliCompressSync(plain, quick)),
  'Bodies are compressed with deflate.': coded('deflate', deflateSync),
  'Bodies are compressed with gzip, and then with deflate.': coded('gzip, deflate', (plain) =>
    deflateSync(gzipSync(plain)),
  ),
  'The balances say that they are not compressed.': (reply, request) => {
    if (request.operation === 'balances.read') coded('identity', (plain) => plain)(reply, request);
  },
  'The content type names no charset.': contentType('application/json'),
  'The content type is in capitals.': contentType('Application/JSON'),
  'Records are of a JSON type of the vendor.': contentType('application/vnd.example.v1+json', succeeded),
  'The names of headers are in upper case.': recased((name) => name.toUpperCase()),
});

export const variations: readonly Variation[] = [...combinable, ...exclusive];
