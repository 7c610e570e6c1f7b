// Services behind gateways: one row for each setting, with the expected end of a run.

import type { RequestListener } from 'node:http';
import type { Profile } from '#run';
import type { Fault } from '#sandbox';
import {
  apache,
  apacheWithRules,
  caddy,
  haproxy,
  nginx,
  nginxWithRules,
  varnish,
} from './configuration.test.support.ts';
import type { Places, RealGateway } from './program.test.support.ts';

/** A service behind a gateway, and the expected end and texts of a run. */
interface Row {
  readonly gateway: RealGateway;
  readonly profile?: Profile;
  readonly env?: Readonly<Record<string, string>>;
  /** The fault of the service, or its id; without one, the service keeps every promise. */
  readonly fault?: string | Fault;
  readonly exits: readonly (0 | 1 | 3)[];
  /** Every requirement that deviates must match; if undefined, none may deviate. */
  readonly found?: RegExp;
  /** What the end of the screen must name, from the first broken promise on. */
  readonly named?: RegExp;
  /** The most orders at the service: as many as a conforming service accepts, as any service accepts, or none. */
  readonly orders?: 'usual' | 'any' | 'none';
}

const zone = (rate: number) => `limit_req_zone $binary_remote_addr zone=one:1m rate=${rate}r/s;`;
const compressing = nginx(
  'gzip on; gzip_min_length 1; gzip_types application/json; gzip_proxied any; client_max_body_size 1k;',
);
const pagesForFailures = nginx(
  'proxy_intercept_errors on; error_page 500 502 503 504 /50x.html; location = /50x.html { internal; return 500 "<html>sorry</html>"; }',
);
const limiting503 = nginx('limit_req zone=one burst=10 nodelay;', zone(50));
const limiting429 = nginx('limit_req zone=one burst=10 nodelay; limit_req_status 429;', zone(50));
const keeping = (more = '') =>
  nginx(
    `proxy_cache one; proxy_cache_valid 200 1m; ${more}`,
    ({ folder }) => `proxy_cache_path ${folder}/cache keys_zone=one:1m;`,
  );
/** Configures error pages that do not exist, so that each error is answered 404. */
const losingItsPages = nginx(
  'proxy_intercept_errors on; error_page 400 401 403 404 500 /errors/any.html; location /errors/ { internal; return 404; }',
);

const token = 'a1b2c3d4e5f6';

/** Asks a second service about each request; the second service accepts callers with the token. */
const askingForAToken: RealGateway = {
  ...nginx(
    ({ helper }) => `
      auth_request /auth;
      location = /auth {
        internal; proxy_pass http://127.0.0.1:${helper}; proxy_pass_request_body off; proxy_set_header Content-Length "";
      }`,
  ),
  helper: (): RequestListener => (asked, answer) => {
    answer.statusCode = asked.headers['x-gateway-token'] === token ? 204 : 403;
    answer.end();
  },
};

const rate = (deny: string) => `
  stick-table type ip size 1k expire 10s store http_req_rate(1s)
  http-request track-sc0 src
  http-request deny ${deny} if { sc_http_req_rate(0) gt 50 }`;

/** Now and then the health check fails for a moment. */
const ailing = (): RequestListener => {
  let asked = 0;
  return (_asked, answer) => {
    asked += 1;
    answer.statusCode = asked % 80 > 72 ? 503 : 200;
    answer.end();
  };
};
const checking = haproxy('', 'option httpchk GET /health', {
  server: ({ helper }: Places) => `check port ${helper} inter 100ms fall 2 rise 2`,
  helper: ailing,
});

const ownPages = apache('ProxyErrorOverride On');
const ownPagesForFailures = apache('ProxyErrorOverride On 500 502 503 504');
const passing = varnish('sub vcl_recv { return (pass); }');

/** Repeats an order without an answer, or with a 502, at a second server of the same service. */
const sendingAgain = nginx(
  'proxy_next_upstream error timeout http_502 non_idempotent; location ~ ^/v { proxy_pass http://both; }',
  ({ service }) => `upstream both { server 127.0.0.1:${service}; server 127.0.0.1:${service}; }`,
);

/** Now and then the connection closes after an accepted order, as when a server restarts. */
const losesAnswers: Fault = {
  reply: (reply, { method, world: { memory } }) => {
    if (method !== 'POST' || reply.status > 299) return;
    const orders = Number(memory.get('orders') ?? 0) + 1;
    memory.set('orders', orders);
    if (orders % 8 === 3) reply.destroy = true;
  },
};

const failsOnMalformed: Fault = {
  reply: (reply, { method, body, headers: { 'content-length': length = '0' } }) => {
    if (method === 'POST' && reply.status === 400 && body === undefined && length !== '0') reply.status = 500;
  },
};

const money = 'deposit/a-deposit-is-credited-twice';
const anyKey = 'offramp.read/any-key-is-accepted';
const ofOfframpKeys = /^(?:offramp\.read|authentication)\//;

/** Rows that `.ci/run` tries: one for each of three gateways. */
const inCi: Readonly<Record<string, Row>> = {
  'nginx that has other pages for failures, and a service that fails': {
    gateway: pagesForFailures,
    profile: 'smoke',
    fault: 'subaccount.read/a-valid-request-is-answered-500',
    exits: [1],
    found: /^subaccount\.read\/|^http\//,
  },
  'HAProxy that closes connections, and compresses': {
    gateway: haproxy('option httpclose\n  compression algo gzip\n  compression type application/json'),
    profile: 'smoke',
    exits: [0],
  },
  'nginx with the core rule set at level 1': { gateway: nginxWithRules(1), exits: [0], named: /\d from nginx/ },
};

const nginxRows: Readonly<Record<string, Row>> = {
  'nginx that speaks HTTP/1.0 to the service': { gateway: nginx(), exits: [0] },
  'nginx, and a service that credits a deposit twice': {
    gateway: nginx(),
    fault: money,
    exits: [1],
    found: /^deposit\.simulate\//,
  },
  'nginx that compresses, and limits bodies': { gateway: compressing, exits: [0] },
  'nginx that compresses, and a service that serves a restricted key': {
    gateway: compressing,
    fault: 'conversion.read/a-key-without-permission-is-served',
    exits: [1],
    found: /^conversion\.read\//,
  },
  'nginx with other pages for failures': { gateway: pagesForFailures, exits: [0] },
  'nginx with other pages for failures, and a service that a malformed id breaks': {
    gateway: pagesForFailures,
    fault: 'subaccount.read/an-id-that-is-no-uuid-breaks-the-service',
    exits: [1],
    found: /^subaccount\.read\/never-serves-a-malformed-id$/,
  },
  'nginx that lets 50 a second pass, with a 503': { gateway: limiting503, exits: [0, 3] },
  'nginx that lets 50 a second pass, with a 503, and a service that debits a refused onramp': {
    gateway: limiting503,
    fault: 'onramp/a-refused-onramp-is-debited',
    exits: [1],
    found: /leaves-balances-alone|^balances\.read\/holds-through-a-sequence$/,
    orders: 'any',
  },
  'nginx that lets 50 a second pass, with a 429': { gateway: limiting429, exits: [0, 3] },
  'nginx that lets 50 a second pass, with a 429, and a service that fails now and then': {
    gateway: limiting429,
    fault: 'http/every-seventh-listing-of-conversions-breaks-the-service',
    exits: [1],
    found: /^http\/serves-valid-requests$/,
  },
  'nginx that asks for a login': {
    gateway: nginx(({ folder }) => `auth_basic "members"; auth_basic_user_file ${folder}/none;`),
    exits: [3],
    named: /a gateway \(nginx, 401, text\/html\) before \S+ asks for a login of its own \(Basic\)/,
    orders: 'none',
  },
  'nginx that asks about each request, and lets nobody in': {
    gateway: askingForAToken,
    exits: [3],
    named: /a gateway \(nginx, 403, text\/html\) before \S+ blocks this caller by its address or User-Agent/,
    orders: 'none',
  },
  'nginx that asks about each request, and knows the token': {
    gateway: askingForAToken,
    env: { RAMP_HEADERS: `X-Gateway-Token=${token}` },
    exits: [0],
  },
  'nginx that asks about each request, and a service that serves without a key': {
    gateway: askingForAToken,
    env: { RAMP_HEADERS: `X-Gateway-Token=${token}` },
    fault: 'taxonomy.list/a-request-without-a-key-is-served',
    exits: [1],
    found: /^taxonomy\.list\//,
  },
  'nginx that keeps answers by URL, and says so': {
    gateway: keeping('add_header X-Cache $upstream_cache_status;'),
    profile: 'smoke',
    exits: [1],
    found: /refuses-a-missing-key$/,
    named: /a cache by URL answers/,
  },
  'nginx that keeps answers by URL, without a word': {
    gateway: keeping(),
    exits: [1],
    found: /refuses-a-missing-key$/,
    named: /a cache by URL answers/,
  },
  'nginx that lost its pages for errors': {
    gateway: losingItsPages,
    exits: [3],
    named: /a gateway \(nginx\) kept \d+/,
  },
  'nginx that lost its pages for errors, and a service that serves any key': {
    gateway: losingItsPages,
    fault: anyKey,
    exits: [1],
    found: ofOfframpKeys,
    named: /a gateway answers errors with pages of its own \(nginx\)/,
  },
  'nginx that sends an order again to a second server': {
    gateway: sendingAgain,
    fault: losesAnswers,
    exits: [3],
    named: /\d from nginx/,
    orders: 'any',
  },
  'nginx with the core rule set at level 1, and a service that fails on malformed JSON': {
    gateway: nginxWithRules(1),
    fault: failsOnMalformed,
    exits: [0],
    named: /a gateway \(nginx, 400\) answered every request with malformed JSON/,
  },
  'nginx with the core rule set at level 1, and a service that fails on what is no object': {
    gateway: nginxWithRules(1),
    fault: 'offramp/a-body-that-is-no-json-object-gets-500',
    exits: [1],
    found: /^offramp\.initiate\//,
    named: /\d from nginx/,
  },
  'nginx with the core rule set at level 2': {
    gateway: nginxWithRules(2),
    exits: [3],
    named: /a firewall rule \(nginx, 403, text\/html\) blocks orders with an address that begins with 0x/,
  },
  'nginx with the core rule set at level 2, and a service that serves any key': {
    gateway: nginxWithRules(2),
    fault: anyKey,
    exits: [1],
    found: ofOfframpKeys,
    named: /\d from nginx/,
  },
};

const apacheRows: Readonly<Record<string, Row>> = {
  'Apache with its own pages for failures': { gateway: ownPagesForFailures, exits: [0] },
  'Apache with its own page for every error': {
    gateway: ownPages,
    exits: [3],
    named: /a gateway \(Apache\) kept \d+/,
  },
  'Apache with its own page for every error, and a service that serves any key': {
    gateway: ownPages,
    fault: anyKey,
    exits: [1],
    found: ofOfframpKeys,
    named: /a gateway answers errors with pages of its own \(Apache\)/,
  },
  'Apache with its own pages for failures, and a service that fails': {
    gateway: ownPagesForFailures,
    fault: 'subaccount.read/a-valid-request-is-answered-500',
    exits: [3],
    named: /a gateway \(Apache\) kept \d+/,
  },
  'Apache with the core rule set at level 1': {
    gateway: apacheWithRules(1),
    exits: [0, 3],
    named: /Apache/,
  },
  'Apache with the core rule set at level 1, and a service whose 404 says nothing': {
    gateway: apacheWithRules(1),
    fault: 'deposit/the-404-has-no-message',
    exits: [1],
    found: /^deposit\.simulate\/refuses-an-absent-subaccount$|^errors\//,
  },
  'Apache with the core rule set at level 2': {
    gateway: apacheWithRules(2),
    exits: [3],
    named: /a firewall rule \(Apache, 403, text\/html\) blocks orders with an address that begins with 0x/,
  },
};

const otherRows: Readonly<Record<string, Row>> = {
  'HAProxy with two connections to the service': {
    gateway: haproxy('', 'option http-server-close\n  default-server maxconn 2'),
    exits: [0],
  },
  'HAProxy that lets 50 a second pass, with a 429': { gateway: haproxy(rate('deny_status 429')), exits: [0, 3] },
  'HAProxy that lets 50 a second pass, with a 429, and a service that serves any key': {
    gateway: haproxy(rate('deny_status 429')),
    fault: anyKey,
    exits: [1],
    found: ofOfframpKeys,
  },
  'HAProxy that turns away who was refused often': {
    gateway: haproxy(`
  stick-table type ip size 1k expire 30m store http_err_cnt
  http-request track-sc0 src
  http-request deny if { sc_http_err_cnt(0) gt 100 }`),
    exits: [3],
    named: /a limit on requests or errors refused the caller \(HAProxy, 403, text\/html\)/,
  },
  'HAProxy with checks that fail now and then': {
    gateway: checking,
    exits: [0, 3],
    named: /the service away|HAProxy/,
    orders: 'any',
  },
  'Varnish that keeps nothing': { gateway: passing, exits: [0] },
  'Varnish that keeps nothing, and a service without an absent withdrawal': {
    gateway: passing,
    fault: 'withdrawal.read/what-is-absent-gets-200-with-null',
    exits: [1],
    found: /^withdrawal\.read\//,
  },
  'Varnish as it comes': {
    gateway: varnish(),
    profile: 'smoke',
    exits: [1],
    found: /refuses-a-missing-key$/,
    named: /a cache by URL answers/,
  },
  'Caddy that asks for a login': {
    gateway: caddy('', 'basicauth {\n    bob $2a$14$Zkx19XLiW6VYouLHR5NmfOFU0z2GTNmpkT/5qqR7hx4IjWJPDhjvG\n  }'),
    exits: [3],
    named: /a gateway \(Caddy, 401, no content type\) before \S+ asks for a login of its own \(Basic\)/,
    orders: 'none',
  },
  Caddy: { gateway: caddy(), exits: [0] },
  'Caddy, and a service that credits a deposit twice': {
    gateway: caddy(),
    fault: money,
    exits: [1],
    found: /^deposit\.simulate\//,
  },
};

export const rows: readonly (readonly [string, Readonly<Record<string, Row>>])[] = [
  ['of .ci/run', inCi],
  ['nginx', nginxRows],
  ['Apache', apacheRows],
  ['others', otherRows],
];
