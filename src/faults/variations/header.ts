import type { WireReply } from '#sandbox';
import { type Hook, succeeded } from '../rewriting.ts';
import { sharing } from './hook.ts';
import { initiations } from './operation-groups.ts';

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

export const headerVariations = sharing(
  {},
  {
    'http/locates-what-is-created': {
      sentence: 'A reply to an order says in Location where to find what was created.',
      operations: initiations,
      replies: 'successes',
      reply: (reply, { operation, path }) => {
        if (operation?.endsWith('.initiate') && succeeded(reply))
          reply.headers.Location = path.replace('initiate', '1');
      },
    },
    'http/type-with-parameters': {
      sentence: 'The content type has a charset in capitals and quotes, and a profile.',
      formOnly: true,
      reply: contentType('application/json;Charset="UTF-8"; profile="https://example.com/p"'),
    },
    'http/type-without-charset': {
      sentence: 'The content type names no charset.',
      formOnly: true,
      alone: oneType,
      reply: contentType('application/json'),
    },
    'http/type-in-capitals': {
      sentence: 'The content type is in capitals.',
      formOnly: true,
      alone: oneType,
      reply: contentType('Application/JSON'),
    },
    'http/errors-as-problem-json': {
      sentence: 'Errors are of the type application/problem+json.',
      replies: 'refusals',
      reply: contentType('application/problem+json', ({ status }) => status >= 400),
    },
    'http/records-as-vendor-json': {
      sentence: 'Records are of a JSON type of the vendor.',
      replies: 'successes',
      alone: oneType,
      reply: contentType('application/vnd.example.v1+json', succeeded),
    },
    'http/further-headers': {
      sentence: 'Replies carry the headers of caches, gateways and browsers.',
      formOnly: true,
      reply: withHeaders(() => everyday),
    },
    'http/sets-cookies': {
      sentence: 'A load balancer sets a cookie.',
      formOnly: true,
      reply: withHeaders(() => ({ 'set-cookie': 'LB=node-2; Path=/; HttpOnly; Secure' })),
    },
    'http/names-a-challenge': {
      sentence: 'A 401 says in WWW-Authenticate what is asked for.',
      replies: [401],
      reply: withHeaders(({ status }) =>
        status === 401 ? { 'WWW-Authenticate': 'ApiKey realm="api"' } : {},
      ),
    },
    'http/headers-in-capitals': {
      sentence: 'The names of headers begin with capitals.',
      formOnly: true,
      reply: recased(capitals),
    },
    'http/headers-in-upper-case': {
      sentence: 'The names of headers are in upper case.',
      formOnly: true,
      alone: 'one letter case excludes another',
      reply: recased((name) => name.toUpperCase()),
    },
  },
);
