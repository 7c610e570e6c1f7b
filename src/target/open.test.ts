import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { listenHttp } from '../testing/wire.test.support.ts';
import { openTarget } from './open.ts';
import { readSettings } from './read.ts';
import { Unreachable, WrongRoles } from './rules.ts';

const individual = '11111111-1111-4111-8111-111111111111';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const serve = async (handler: RequestListener): Promise<string> => {
  const { port, close } = await listenHttp(handler);
  closers.push(close);
  return `http://127.0.0.1:${port}`;
};

const open = async (baseUrl: string, more: Record<string, string> = {}) => {
  const env = {
    RAMP_API_KEY: 'full-key-of-a-test',
    RAMP_INDIVIDUAL_SUBACCOUNT_ID: individual,
    RAMP_TIMEOUT_MS: '60000',
    ...more,
  };
  const opened = await openTarget(readSettings({ options: { baseUrl }, env, cwd: '/' }));
  closers.push(opened.close);
  return opened;
};

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

interface Paging {
  readonly origin: number;
  readonly greatest: number;
  readonly beyond: 'clamp' | 'refuse';
  readonly clampsPage?: boolean;
  readonly least?: number;
}

const offramps = Array.from({ length: 30 }, (_, index) => ({
  id: `offramp-${index}`,
  status: ['pending', 'paid', 'completed'][index % 3],
}));

const listed = (url: URL, { origin, greatest, beyond, clampsPage, least = 1 }: Paging): [number, unknown] => {
  const asked = Number(url.searchParams.get('limit') ?? 10);
  if (asked < least || (asked > greatest && beyond === 'refuse')) return [400, { message: 'limit' }];
  const limit = Math.min(asked, greatest);
  const page = Number(url.searchParams.get('page') ?? origin);
  if (page < origin && !clampsPage) return [400, { message: 'page' }];
  const from = Math.max(0, page - origin) * limit;
  return [200, { data: offramps.slice(from, from + limit), count: 30, page, limit, totalPages: 3 }];
};

const service =
  (paging: Paging): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (request.headers['x-api-key'] !== 'full-key-of-a-test') return json(response, 403, { error: 'Forbidden' });
    const [status, body] = /offramp|conversions/.test(url.pathname) ? listed(url, paging) : [200, {}];
    json(response, status, body);
  };

const [clamp, refuse] = ['clamp', 'refuse'] as const;

test.each<[Paging, firstPage: number, greatestLimit: number]>([
  [{ origin: 1, greatest: 50, beyond: clamp }, 1, 50],
  [{ origin: 1, greatest: 35, beyond: clamp, clampsPage: true }, 1, 35],
  [{ origin: 0, greatest: 20, beyond: refuse }, 0, 20],
  [{ origin: 0, greatest: 100, beyond: refuse }, 0, 100],
  [{ origin: 1, greatest: 250, beyond: clamp }, 1, 100],
  [{ origin: 1, greatest: 500, beyond: refuse }, 1, 100],
  [{ origin: 0, greatest: 100, beyond: refuse, least: 10 }, 0, 100],
])('pages are probed: %j', async (paging, firstPage, greatestLimit) => {
  const { target, notes } = await open(await serve(service(paging)), { RAMP_RESTRICTED_API_KEY: 'restricted-key' });
  const pageLimits = { 'conversion.list': paging.greatest, 'offramp.list': paging.greatest };
  expect(target.facts).toEqual({ firstPage, greatestLimit, pageLimits, restrictedKeyRefused: true });
  expect(target.roles.offramps).toEqual(['offramp-0', 'offramp-1', 'offramp-2']);
  expect(target.roles.conversions).toHaveLength(3);
  expect(notes).toEqual([]);
});

test('ids that are set are not discovered', async () => {
  const baseUrl = await serve(service({ origin: 1, greatest: 50, beyond: 'clamp' }));
  const { target } = await open(baseUrl, { RAMP_OFFRAMP_ID: individual });
  expect(target.roles.offramps).toEqual([individual]);
});

test('only GET is sent, with the money guard in the way', async () => {
  const methods = new Set<string | undefined>();
  const handler = service({ origin: 1, greatest: 50, beyond: 'clamp' });
  await open(
    await serve((request, response) => {
      methods.add(request.method);
      handler(request, response);
    }),
  );
  expect([...methods]).toEqual(['GET']);
});

test('one broken endpoint is no reason to give up', async () => {
  const { notes } = await open(
    await serve((request, response) =>
      request.url?.includes('balances') ? json(response, 500, {}) : json(response, 200, {}),
    ),
  );
  expect(notes.join()).toContain('balances.read 500');
});

describe('roles', () => {
  const seeded = async (more: Record<string, string> = {}) => {
    const sandbox = await startSandbox();
    closers.push(() => sandbox.close());
    const { RAMP_BASE_URL: baseUrl = '', ...settings } = sandbox.settings;
    return open(baseUrl, { ...settings, ...more });
  };

  test('of the reference service are what they are called', async () => {
    const { notes } = await seeded();
    expect(notes).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ['RAMP_INDIVIDUAL_SUBACCOUNT_ID', /does not exist \(404\): set it to an approved subaccount of type individual/],
    ['RAMP_WITHDRAWAL_ID', /names a withdrawal that does not exist \(404\)/],
  ])('that are not there are refused before anything is tested: %s', async (variable, message) => {
    const opening = seeded({ [variable]: individual });
    await expect(opening).rejects.toThrow(WrongRoles);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(`  ${variable} names`);
  });

  test('a restricted key that is known nowhere is a wrong setting, and no deviation', async () => {
    const opening = seeded({ RAMP_RESTRICTED_API_KEY: 'sandbox-restricted-8Hs' });
    await expect(opening).rejects.toThrow(WrongRoles);
    await expect(opening).rejects.toThrow('RAMP_RESTRICTED_API_KEY got 401 in every try, like an unknown key');
  });
});

/** Answers every request alike: an object as JSON, a text as a page. */
const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body: object | string = '<html></html>') =>
  (_request: unknown, response: ServerResponse) => {
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers });
    response.end(isPage ? body : JSON.stringify(body));
  };

const nginx = { server: 'nginx/1.22.1' };
const unauthorized = { error: 'Unauthorized', message: 'Invalid or missing API key' };
const denied = { statusCode: 401, message: 'Access denied due to missing subscription key.' };
const azure = (name: string) => ({ 'www-authenticate': `AzureApiManagementKey realm="https://x",name="${name}"` });
const aws = (type: string) => ({ 'x-amzn-errortype': type });

test.each<[string, RequestListener, RegExp, Record<string, string>?]>([
  ['a refused key', answering(401, {}, { error: 'Unauthorized' }), /refuses the key in RAMP_API_KEY/],
  [
    'a key without permission, with a scheme that no gateway has',
    answering(403, { 'www-authenticate': 'ApiKey realm="api"' }, { error: 'Forbidden', message: 'No permission' }),
    /refuses the key in RAMP_API_KEY: every first read got status 403$/,
  ],
  [
    'a key that the service refuses behind a gateway, as documented',
    answering(401, { ...nginx, 'www-authenticate': 'Basic' }, unauthorized),
    /refuses the key in RAMP_API_KEY: every first read got status 401$/,
  ],
  [
    'a key that a gateway knows under the documented header',
    answering(401, azure('X-Api-Key'), denied),
    /refuses the key in RAMP_API_KEY/,
  ],
  [
    'nothing there',
    answering(404, {}, { message: 'Cannot GET /v9' }),
    /nothing under \/api\/v9: .* stands before \/v1/,
  ],
  ['markup', answering(200), /does not answer as a JSON service.*without JSON/],
  ['server errors', answering(503, {}, {}), /a gateway answered \(503, application\/json\)/],
  ['redirects', answering(302, { location: '/' }, ''), /302 without a body/],
  ['no response', () => {}, /no answer.*TRANSPORT_TIMEOUT/, { RAMP_TIMEOUT_MS: '400' }],
  [
    'a page of nginx',
    answering(403, nginx),
    /^a gateway \(nginx, 403, text\/html\) before [\d.:]+\S* blocks this caller by its address or User-Agent, not by its key/,
  ],
  [
    'a login',
    answering(401, { ...nginx, 'www-authenticate': 'Basic realm="staging"' }),
    /^a gateway \(nginx, 401, text\/html\) .* asks for a login of its own \(Basic\), not for the key: set RAMP_HEADERS/,
  ],
  [
    'a token of a login of others',
    answering(401, { 'www-authenticate': 'Bearer realm="x"', 'content-type': 'text/plain' }, 'Jwt is missing'),
    /a login of its own \(Bearer\)/,
  ],
  [
    'a key of a gateway',
    answering(401, azure('Ocp-Apim-Subscription-Key'), denied),
    /\(Azure API Management, .*a key of its own in the header Ocp-Apim-Subscription-Key: set RAMP_HEADERS/,
  ],
  [
    'no route of a gateway',
    answering(403, aws('MissingAuthenticationTokenException'), { message: 'Missing Authentication Token' }),
    /\(AWS, 403, application\/json\) .* has no such route: .* RAMP_BASE_URL/,
  ],
  [
    'a rule of a gateway',
    answering(403, aws('ForbiddenException'), { message: 'Forbidden' }),
    /\(AWS, .*check the key in RAMP_API_KEY, or ask which rule/,
  ],
  [
    'a challenge',
    answering(403, { server: 'cloudflare', 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>'),
    /a firewall \(Cloudflare, 403, text\/html\) answered instead of the service; ask its owner to let this caller through/,
  ],
  [
    'maintenance',
    answering(503, { server: 'nginx', 'retry-after': '120' }),
    /the service or its gateway is in maintenance \(nginx, 503, text\/html\); it says for 120 s/,
  ],
])('who refused the first reads is named: %s', async (_, handler, sentence, more) => {
  const opening = open(`${await serve(handler)}/api/v9`, more);
  await expect(opening).rejects.toThrow(Unreachable);
  await expect(opening).rejects.toThrow(sentence);
});

test.each([
  [
    { HTTPS_PROXY: 'http://proxy.example.com:3128' },
    '; HTTPS_PROXY is set, but ramp-conformance does not use it: set RAMP_PROXY to use a proxy',
  ],
  [{}, ''],
])('a host without an address, where the environment holds %j', async (proxy, hint) => {
  const opening = open('https://nowhere.invalid', proxy);
  await expect(opening).rejects.toThrow(
    `DNS gives no address for the host of the base URL; check its spelling (DNS)${hint}`,
  );
});

test('unreachable: nothing answers', async () => {
  const baseUrl = await serve(() => {});
  await closers.pop()?.();
  await expect(open(baseUrl)).rejects.toThrow(/cannot be tested.*CONNECT/);
});

test('without a base URL the embedded sandbox is started and probed', async () => {
  const settings = readSettings({ env: { RAMP_CONCURRENCY: '3' }, cwd: '/' });
  const { target, notes, close } = await openTarget(settings);
  closers.push(close);
  expect(target).toMatchObject({ embedded: true, money: true, quiet: true, budgets: { concurrency: 3 } });
  const pageLimits = { 'conversion.list': 50, 'offramp.list': 50 };
  expect(target.facts).toEqual({ firstPage: 1, greatestLimit: 50, pageLimits, restrictedKeyRefused: true });
  expect(target.roles.offramps).toHaveLength(4);
  expect(target.roles.conversions).toHaveLength(3);
  expect(notes).toEqual([]);
});
