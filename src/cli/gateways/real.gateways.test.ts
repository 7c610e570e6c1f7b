import type { RequestListener } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import type { Profile } from '#run';
import { withOutcome } from '../field/gateway.test.support.ts';
import { planted } from '../testing/in-process.test.support.ts';
import { runBehind } from './behind.test.support.ts';
import {
  apache,
  apacheWithRules,
  caddy,
  haproxy,
  nginx,
  nginxWithRules,
  varnish,
} from './configuration.test.support.ts';
import { missingFor, type Places, type RealGateway } from './program.test.support.ts';

/** A service behind a gateway: what a run of it must end with, and say. */
interface Row {
  readonly gateway: RealGateway;
  readonly profile?: Profile;
  readonly env?: Readonly<Record<string, string>>;
  /** The fault of the service; none: it keeps every promise. */
  readonly fault?: string;
  readonly exits: readonly (0 | 1 | 3)[];
  /** Every requirement that deviates is one of these; where none is given, none deviates. */
  readonly found?: RegExp;
  /** Whom or what the end of the screen names, from the first broken promise on. */
  readonly named?: RegExp;
  /** The greatest number of orders at the service: as many as one that conforms accepts, as any may, or none. */
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
const caching = nginx(
  'proxy_cache one; proxy_cache_valid 200 1m; add_header X-Cache $upstream_cache_status;',
  ({ folder }) => `proxy_cache_path ${folder}/cache keys_zone=one:1m;`,
);

const token = 'a1b2c3d4e5f6';

/** Asks a second service about each request, which lets in who has the token. */
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

/** Says ever so often, for a moment, that the service is ill. */
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

const ownPagesForFailures = apache('ProxyErrorOverride On 500 502 503 504');
const passing = varnish('sub vcl_recv { return (pass); }');

const money = 'deposit/a-deposit-is-credited-twice';
const anyKey = 'offramp.read/any-key-is-accepted';
const ofOfframpKeys = /^(?:offramp\.read|authentication)\//;

/** Rows that `.ci/run` tries: one of each of three gateways. */
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
  'nginx with the core rule set at level 1': { gateway: nginxWithRules(1), exits: [0], named: /\d by nginx/ },
};

const ofNginx: Readonly<Record<string, Row>> = {
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
    named: /a gateway \(nginx, 403, text\/html\) before \S+ refuses this caller before the service sees it/,
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
    gateway: caching,
    profile: 'smoke',
    exits: [1],
    found: /refuses-|keeps-accounts-apart|has-no-way-round|^offramp\.list\//,
    named: /X-Cache HIT/,
    orders: 'any',
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
    named: /\d by nginx/,
  },
};

const ofApache: Readonly<Record<string, Row>> = {
  'Apache with its own pages for failures': { gateway: ownPagesForFailures, exits: [0] },
  'Apache with the core rule set at level 2': {
    gateway: apacheWithRules(2),
    exits: [3],
    named: /a firewall rule \(Apache, 403, text\/html\) blocks orders with an address that begins with 0x/,
  },
};

const ofOthers: Readonly<Record<string, Row>> = {
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
    named: /a limit by number or by errors turned the caller away \(HAProxy, 403, text\/html\)/,
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
    found: /refuses-|keeps-accounts-apart|has-no-way-round|^offramp\.list\//,
    named: /Age \d+, Via/,
    orders: 'any',
  },
  Caddy: { gateway: caddy(), exits: [0] },
  'Caddy, and a service that credits a deposit twice': {
    gateway: caddy(),
    fault: money,
    exits: [1],
    found: /^deposit\.simulate\//,
  },
};

const lacking = new Set<string>();

afterAll(() => {
  if (lacking.size > 0) console.warn(`skipped rows need: apt-get install ${[...lacking].join(' ')}`);
});

describe.each([
  ['of .ci/run', inCi],
  ['nginx', ofNginx],
  ['Apache', ofApache],
  ['others', ofOthers],
])('real gateways: %s', (_kind, rows) => {
  test.for(Object.entries(rows))('%s', async ([_name, row], { skip }) => {
    const packages = missingFor(row.gateway);
    for (const each of packages) lacking.add(each);
    skip(packages.length > 0, `not installed: ${packages.join(', ')}`);
    const { gateway, fault, exits, found, named = /^/, orders = 'usual', ...asked } = row;
    const { code, verdict, end, accepted, announced } = await runBehind(
      gateway,
      fault === undefined ? fault : planted(fault),
      asked,
    );
    const deviating = withOutcome(verdict, 'deviates');
    expect(deviating.filter((id) => !found?.test(id))).toEqual([]);
    expect(deviating.length > 0).toBe(found !== undefined);
    expect(end).toMatch(named);
    expect(exits).toContain(code);
    expect(accepted).toBeLessThanOrEqual(announced[orders]);
  });
});
