import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operationIds, operationOf } from '#contract';
import type { Credential, KeyPlace } from '#evidence';
import { CallRefused, createApi, type TransportOptions } from './index.ts';
import { type Answer, key, openService, sendJson, subaccountId } from './service.test.support.ts';

const elsewhere = (value: string, ...places: readonly KeyPlace[]): Credential => ({
  in: 'other places',
  places,
  value,
});

async function open(options: Partial<TransportOptions> = {}, answer: Answer = (response) => sendJson(response)) {
  const service = await openService(answer, { path: '/prefix/', ...options }, { patienceMs: 1500 });
  onTestFinished(service.close);
  return service;
}

const inputs = { subaccountId, offrampId: 'o', withdrawalId: 'w', conversionId: 'c', currency: 'BRL' };

describe('what is sent', () => {
  test('follows the table, below the base URL', async () => {
    const { api, seen } = await open();
    for (const id of operationIds)
      await api.call(id, {
        ...inputs,
        ...(operationOf(id).method === 'POST' ? { body: { a: 1 } } : {}),
      } as never);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
      operationIds.map((id) => {
        const path = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: keyof typeof inputs) => inputs[name]);
        return `${operationOf(id).method} /prefix${path}`;
      }),
    );
    expect(seen[0]?.headers).toMatchObject({
      'x-api-key': key,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^ramp-conformance\/\d/),
    });
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  test('keeps an id inside its segment', async () => {
    const { api, seen } = await open();
    for (const strange of ['a/b?c#d', '..', 'ü\ud800', ''])
      await api.readSubaccount({ subaccountId: strange, query: { page: 1, limit: 'a&b' } });
    expect(seen.map(({ url }) => url?.replace('/prefix/v1/ramp/subaccount/', ''))).toEqual([
      'a%2Fb%3Fc%23d?page=1&limit=a%26b',
      '%2E%2E?page=1&limit=a%26b',
      '%C3%BC%EF%BF%BD?page=1&limit=a%26b',
      '?page=1&limit=a%26b',
    ]);
  });

  test('sends bodies as asked, and records the exact bytes', async () => {
    const { api, seen } = await open();
    const reply = await api.initiateOnramp({ subaccountId, body: { a: [1, 'ü'] } });
    await api.initiateOnramp({ subaccountId, body: undefined }, { rawBody: '{"a"', contentType: 'text/plain' });
    await api.initiateOnramp({ subaccountId, body: 7 }, { contentType: null });
    expect(seen.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
      ['{"a":[1,"ü"]}', 'application/json'],
      ['{"a"', 'text/plain'],
      ['7', undefined],
    ]);
    expect(reply.request.sentBody).toBe('{"a":[1,"ü"]}');
  });

  test.each<[Credential, object, string]>([
    [{ in: 'none' }, {}, ''],
    [{ in: 'header', value: '' }, { 'x-api-key': '' }, ''],
    [elsewhere('k y', { in: 'query', name: 'x-api-key' }), {}, '?x-api-key=k%20y'],
    [elsewhere('ky', { in: 'query', name: 'token' }, { in: 'query', name: 'key' }), {}, '?token=ky&key=ky'],
    [elsewhere('ky', { in: 'cookie', name: 'x-api-key' }), { cookie: 'x-api-key=ky' }, ''],
    [elsewhere('ky', { in: 'header', name: 'X-API-Key' }), { 'x-api-key': 'ky' }, ''],
    [elsewhere('ky', { in: 'header', name: 'authorization' }), { authorization: 'ky' }, ''],
    [elsewhere('ky', { in: 'header', name: 'authorization', scheme: 'Bearer' }), { authorization: 'Bearer ky' }, ''],
    [elsewhere('ky', { in: 'header', name: 'authorization', scheme: 'Basic' }), { authorization: 'Basic a3k6' }, ''],
  ])('carries the key where it is asked to: %j', async (credential, headers, query) => {
    const { api, seen } = await open();
    await api.as(credential).readBalances();
    const { 'x-api-key': actual, cookie, authorization } = seen[0]?.headers ?? {};
    expect(JSON.parse(JSON.stringify({ 'x-api-key': actual, cookie, authorization }))).toEqual(headers);
    expect(seen[0]?.url).toBe(`/prefix/v1/ramp/banking/balances${query}`);
  });
});

describe('what is not sent', () => {
  const orders = operationIds.filter((id) => operationOf(id).movesMoney);
  const posts = operationIds.filter((id) => operationOf(id).method === 'POST');

  test.each([
    ['money', orders, { money: 'RAMP_MONEY_HOST is not set' }],
    ['read-only', posts, { readOnly: true }],
  ] as const)('refuses for %s: %j', async (kind, ids, options) => {
    const { api, seen } = await open(options);
    for (const id of ids) {
      const error = await api.call(id, { ...inputs, body: {} } as never).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallRefused);
      expect(error).toMatchObject({ kind, operation: id });
    }
    await api.readBalances();
    expect(seen).toHaveLength(1);
  });

  test('refuses once the budget is spent', async () => {
    const { api, seen } = await open({ maxRequests: 2 });
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => api.readBalances()));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    await expect(api.readBalances()).rejects.toMatchObject({ kind: 'budget' });
    expect(seen).toHaveLength(2);
  });

  test('sends nothing once it was interrupted', async () => {
    const { transport, seen } = await open();
    const api = createApi({ transport, key, signal: AbortSignal.abort() });
    await expect(api.readBalances()).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(seen).toHaveLength(0);
  });

  test('stops at a target that is no HTTP service', async () => {
    const { api, transport } = await open({}, (response) => {
      response.socket?.end('220 mail.example ESMTP\r\n');
    });
    for (let n = 0; n < 5; n += 1) await expect(api.readBalances()).rejects.toMatchObject({ code: 'TARGET_NOT_HTTP' });
    expect(transport.counts.sent).toBe(3);
  });
});

describe('pace', () => {
  test('keeps to its places', async () => {
    const busy: ServerResponse[] = [];
    let most = 0;
    const { api } = await open({ concurrency: 3 }, (response) => {
      busy.push(response);
      most = Math.max(most, busy.length);
      // All are answered once all places are taken, and a moment in which further ones could come.
      if (busy.length === 3) setTimeout(() => busy.splice(0).forEach((each) => void sendJson(each)), 5);
    });
    await Promise.all(Array.from({ length: 12 }, () => api.readBalances()));
    expect(most).toBe(3);
  });

  test('waits out a limit together, and sends each refused GET again', async () => {
    const { api, transport, seen } = await open({ concurrency: 2 }, (response, { length }) => {
      if (length <= 2) sendJson(response, length === 1 ? 429 : 503, { 'retry-after': '0' });
      else sendJson(response);
    });
    const replies = await Promise.all([1, 2, 3].map(() => api.readBalances()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen).toHaveLength(5);
    expect(transport.counts).toMatchObject({ sent: 5, retried: 2, rateLimited: 2 });
  });

  test('keeps calls of an operation back for as long as it named, and all once a second one does', async () => {
    const { api, seen } = await open({}, (response) => {
      const isOrder = response.req.method === 'POST';
      sendJson(response, isOrder ? 429 : 200, isOrder ? { 'retry-after': '3600' } : {});
    });
    const order = { subaccountId, body: {} };
    const limited = { code: 'RATE_LIMITED', message: expect.stringContaining('3600') };
    await expect(api.initiateLightningOfframp(order)).rejects.toMatchObject(limited);
    await expect(api.initiateLightningOfframp(order)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(seen).toHaveLength(1);
    expect((await api.readBalances()).status).toBe(200);
    await expect(api.initiateOnramp(order)).rejects.toMatchObject(limited);
    await expect(api.readBalances()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(seen).toHaveLength(3);
  });

  test('keeps all calls back for as long as a read named', async () => {
    const { api, seen } = await open({}, (response) => sendJson(response, 429, { 'retry-after': '60' }));
    await expect(api.readBalances()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(api.initiateOnramp({ subaccountId, body: {} })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(seen).toHaveLength(1);
  });

  test('sends a read again once that was turned away with a page, until three pages came again', async () => {
    const page = (response: ServerResponse) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>403 Forbidden</h1>');
    const { api, seen } = await open({}, (response, before) =>
      before.length === 1 ? page(response) : response.writeHead(200).end('{}'),
    );
    expect((await api.readBalances({})).status).toBe(200);
    expect(seen).toHaveLength(2);
    const refused = await open({}, page);
    for (let call = 0; call < 5; call += 1) expect((await refused.api.readBalances({})).status).toBe(403);
    expect(refused.seen).toHaveLength(2 * 3 + 2);
    const documented = await open({}, (response) =>
      response.writeHead(403).end('{"error":"Forbidden","message":"No"}'),
    );
    expect((await documented.api.readBalances({})).status).toBe(403);
    expect(documented.seen).toHaveLength(1);
  });

  test('gives up an operation whose limit has not lifted for three calls, and no other', async () => {
    const { api, seen } = await open({}, (response, all) =>
      sendJson(response, all.at(-1)?.method === 'POST' ? 429 : 200),
    );
    const order = () => api.initiateLightningOfframp({ subaccountId, body: {} });
    for (const _ of [1, 2, 3]) await expect(order()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const { length } = seen;
    for (const _ of [1, 2, 3]) await expect(order()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(seen).toHaveLength(length);
    expect((await api.readBalances()).status).toBe(200);
  });
});

describe('a gateway', () => {
  const page = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-type': 'text/html', server: 'nginx/1.25' }).end('<html></html>');

  test('is asked again, twice', async () => {
    const { api, seen } = await open({}, (response, { length }) =>
      length < 3 ? page(response, 502) : sendJson(response),
    );
    expect((await api.readBalances()).status).toBe(200);
    expect(seen).toHaveLength(3);
  });

  test('is named, and asked once where three calls in a row did not get through', async () => {
    const { api, seen } = await open({}, (response) => page(response, 504));
    for (const _ of [1, 2, 3])
      await expect(api.readBalances()).rejects.toMatchObject({
        code: 'GATEWAY',
        message: 'balances.read: a gateway answered (nginx, 504, text/html)',
      });
    expect(seen).toHaveLength(9);
    await expect(api.readBalances()).rejects.toMatchObject({ code: 'GATEWAY' });
    expect(seen).toHaveLength(10);
  });

  const own = (response: ServerResponse, status: number) => {
    const body = JSON.stringify({ statusCode: status, message: 'Down', error: 'Failure' });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

  test.each([500, 502])('is not to blame for a %i with the body of the document', async (status) => {
    const { api, seen } = await open({}, (response) => own(response, status));
    expect((await api.readBalances()).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  test('is not to blame for a service that says 503 itself, and is waited for', async () => {
    const { api, seen } = await open({}, (response) => own(response, 503));
    expect((await api.readBalances()).status).toBe(503);
    expect(seen).toHaveLength(3);
  });
});
