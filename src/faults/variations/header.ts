import type { WireReply } from '#sandbox';
import { type Hook, succeeded } from '../rewriting.ts';
import { variants } from './variation.ts';

const isJson = ({ headers }: WireReply): boolean => /json/.test(headers['content-type'] ?? '');

/** Sets headers on every reply. */
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
    reply.headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [recase(name), value]),
    );
  };

const capitals = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

const oneType = 'one content type excludes another';
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

export const headerVariations = variants('http', {
  'A reply to an order says in Location where to find what was created.': (reply, { operation, path }) => {
    if (operation?.endsWith('.initiate') && succeeded(reply))
      reply.headers.Location = path.replace('initiate', '1');
  },
  'The content type has a charset in capitals and quotes, and a profile.': {
    reply: contentType('application/json;Charset="UTF-8"; profile="https://example.com/p"'),
  },
  'The content type names no charset.': {
    excludes: oneType,
    reply: contentType('application/json'),
  },
  'The content type is in capitals.': {
    excludes: oneType,
    reply: contentType('Application/JSON'),
  },
  'Errors are of the type application/problem+json.': contentType(
    'application/problem+json',
    ({ status }) => status >= 400,
  ),
  'Records are of a JSON type of the vendor.': {
    excludes: oneType,
    reply: contentType('application/vnd.example.v1+json', succeeded),
  },
  'Replies carry the headers of caches, gateways and browsers.': {
    reply: withHeaders(() => everyday),
  },
  'A load balancer sets a cookie.': {
    reply: withHeaders(() => ({ 'set-cookie': 'LB=node-2; Path=/; HttpOnly; Secure' })),
  },
  'A 401 says in WWW-Authenticate what is asked for.': withHeaders(({ status }) =>
    status === 401 ? { 'WWW-Authenticate': 'ApiKey realm="api"' } : {},
  ),
  'The names of headers begin with capitals.': recased(capitals),
  'The names of headers are in upper case.': {
    excludes: 'one letter case excludes another',
    reply: recased((name) => name.toUpperCase()),
  },
});
