import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { openTarget } from './open.ts';
import { readSettings } from './read.ts';
import { Unreachable, WrongRoles } from './rules.ts';

const individual = '11111111-1111-4111-8111-111111111111';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const serve = async (handler: Handler): Promise<string> => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
}

const offramps = Array.from({ length: 30 }, (_, index) => ({
  id: `offramp-${index}`,
  status: ['pending', 'paid', 'completed'][index % 3],
}));

const listed = (url: URL, { origin, greatest, beyond, clampsPage }: Paging): [number, unknown] => {
  const asked = Number(url.searchParams.get('limit') ?? 10);
  if (asked > greatest && beyond === 'refuse') return [400, { message: 'limit' }];
  const limit = Math.min(asked, greatest);
  const page = Number(url.searchParams.get('page') ?? origin);
  if (page < origin && !clampsPage) return [400, { message: 'page' }];
  const from = Math.max(0, page - origin) * limit;
  return [200, { data: offramps.slice(from, from + limit), count: 30, page, limit, totalPages: 3 }];
};

const service =
  (paging: Paging): Handler =>
  (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (request.headers['x-api-key'] !== 'full-key-of-a-test') return json(response, 403, { error: 'Forbidden' });
    const [status, body] = /offramp|conversions/.test(url.pathname) ? listed(url, paging) : [200, {}];
    json(response, status, body);
  };

test.each<[Paging, { firstPage: number; greatestLimit: number }]>([
  [
    { origin: 1, greatest: 50, beyond: 'clamp' },
    { firstPage: 1, greatestLimit: 50 },
  ],
  [
    { origin: 1, greatest: 35, beyond: 'clamp', clampsPage: true },
    { firstPage: 1, greatestLimit: 35 },
  ],
  [
    { origin: 0, greatest: 20, beyond: 'refuse' },
    { firstPage: 0, greatestLimit: 20 },
  ],
  [
    { origin: 0, greatest: 100, beyond: 'refuse' },
    { firstPage: 0, greatestLimit: 100 },
  ],
])('pages are probed: %j', async (paging, facts) => {
  const { target, notes } = await open(await serve(service(paging)), {
    RAMP_RESTRICTED_API_KEY: 'restricted-key',
  });
  expect(target.facts).toEqual({ ...facts, restrictedKeyRefused: true });
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

test('a base URL under which nothing is found is named with its path', async () => {
  const baseUrl = await serve((_, response) => json(response, 404, { message: 'Cannot GET /v9' }));
  const opening = open(`${baseUrl}/api/v9`);
  await expect(opening).rejects.toThrow(Unreachable);
  await expect(opening).rejects.toThrow(/nothing under \/api\/v9: .*what stands before \/v1/);
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
    ['RAMP_INDIVIDUAL_SUBACCOUNT_ID', /not there \(404\): set it to an approved subaccount of type individual/],
    ['RAMP_UNBANKED_SUBACCOUNT_ID', /not there \(404\)/],
    ['RAMP_WITHDRAWAL_ID', /names a withdrawal that is not there \(404\)/],
    ['RAMP_OFFRAMP_ID', /names an offramp that is not there \(404\)/],
    ['RAMP_CONVERSION_ID', /names a conversion that is not there \(404\)/],
  ])('that are not there are refused before anything is tested: %s', async (variable, message) => {
    const opening = seeded({ [variable]: individual });
    await expect(opening).rejects.toThrow(WrongRoles);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(`  ${variable} names`);
  });

  test('of another kind are refused', async () => {
    const sandbox = await startSandbox();
    await sandbox.close();
    const { RAMP_INDIVIDUAL_SUBACCOUNT_ID: one = '', RAMP_BUSINESS_SUBACCOUNT_ID: other = '' } = sandbox.settings;
    const exchanged = seeded({ RAMP_INDIVIDUAL_SUBACCOUNT_ID: other, RAMP_BUSINESS_SUBACCOUNT_ID: one });
    await expect(exchanged).rejects.toThrow(/of type business: [\s\S]*of type individual: /);
  });

  test('a restricted key that is known nowhere is a wrong setting, and no deviation', async () => {
    const opening = seeded({ RAMP_RESTRICTED_API_KEY: 'sandbox-restricted-8Hs' });
    await expect(opening).rejects.toThrow(WrongRoles);
    await expect(opening).rejects.toThrow('RAMP_RESTRICTED_API_KEY is answered 401, like an unknown key');
  });
});

test.each<[string, Handler, RegExp, Record<string, string>?]>([
  ['a refused key', (_, response) => json(response, 401, { error: 'Unauthorized' }), /refuses the key in RAMP_API_KEY/],
  [
    'markup',
    (_, response) => response.writeHead(200).end('<html></html>'),
    /does not answer as a JSON service.*without JSON/,
  ],
  ['server errors', (_, response) => json(response, 503, {}), /a gateway answered \(503, application\/json\)/],
  ['redirects', (_, response) => response.writeHead(302, { location: '/' }).end(), /302 without a body/],
  ['no response', () => {}, /no answer.*TRANSPORT_TIMEOUT/, { RAMP_TIMEOUT_MS: '400' }],
])('unreachable: %s', async (_, handler, sentence, more) => {
  const opening = open(await serve(handler), more);
  await expect(opening).rejects.toThrow(Unreachable);
  await expect(opening).rejects.toThrow(sentence);
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
  expect(target.facts).toEqual({ firstPage: 1, greatestLimit: 50, restrictedKeyRefused: true });
  expect(target.roles.offramps).toHaveLength(4);
  expect(target.roles.conversions).toHaveLength(3);
  expect(notes).toEqual([]);
});
