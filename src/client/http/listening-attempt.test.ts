import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createApi, createTransport, type TransportOptions } from '../index.ts';
import { closeServices, listen, type Service } from './bare-service.test.support.ts';

afterAll(closeServices);

const key = 'key-canary-0123456789';

async function ask(serve: Service, more: Partial<TransportOptions> = {}, quietMs = 60) {
  const { baseUrl, requests } = await listen(serve);
  const rest = { timeoutMs: 8_000, concurrency: 4, maxRequests: 10, money: true, readOnly: false } as const;
  const transport = createTransport({ baseUrl, ...rest, rawProbe: true, ...more }, { quietMs });
  const outcome = await createApi({ transport, key })
    .readBalances({}, { listenOn: true })
    .then(
      (reply) => ({ reply, error: undefined }),
      (error: Error) => ({ reply: undefined, error }),
    );
  await transport.close();
  return { ...outcome, requests: requests() };
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const sized = `${head}content-length: 2\r\n\r\n{}`;
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const chunks = `${chunked}2;x="y"\r\n{}\r\n0\r\n`;

const raw =
  (...parts: readonly (string | Buffer)[]): Service =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

const inPieces =
  (text: string, size: number): Service =>
  async (socket) => {
    socket.setNoDelay(true);
    for (let at = 0; at < text.length; at += size) {
      socket.write(text.slice(at, at + size));
      await sleep(2);
    }
  };

const packed = gzipSync('{"a":1}');

test.concurrent.each<[string, readonly string[], Service]>([
  ['a length', [], raw(sized)],
  ['a length, in pieces', [], inPieces(sized, 7)],
  ['chunks', [], raw(`${chunks}\r\n`)],
  ['chunks, in pieces', [], inPieces(`${chunks}\r\n`, 5)],
  ['chunks and trailers', [], raw(`${chunks}x-trailer: y\r\n\r\n`)],
  ['its connection', [], (socket) => socket.end(`${head}connection: close\r\n\r\n{}`)],
  ['its connection, in HTTP/1.0', [], (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{"a":1}')],
  ['a length and its connection', [], (socket) => socket.end(sized)],
  ['no body', ['PROTO_SURPLUS'], raw('HTTP/1.1 204 No Content\r\n\r\n{}')],
  ['an early hint before it', [], raw(`HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${sized}`)],
  ['a farewell', [], raw(sized, 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n')],
  [
    'a length, packed',
    [],
    raw(`${head}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`, packed),
  ],
  ['row 6', ['PROTO_SURPLUS'], raw(`${sized}}`)],
  ['row 6, in pieces', ['PROTO_SURPLUS'], inPieces(`${sized} {}`, 9)],
  ['row 6, before the end of the connection', ['PROTO_SURPLUS'], (socket) => socket.end(`${sized}x`)],
  ['row 6, after chunks', ['PROTO_SURPLUS'], raw(`${chunks}\r\n\r\n`)],
  ['row 28', ['PROTO_UNSOLICITED'], raw(sized, sized)],
  ['row 28, after chunks', ['PROTO_UNSOLICITED'], raw(`${chunks}\r\n`, 'HTTP/1.1 500 No\r\n\r\n')],
])('an answer that ends with %s: %j', async (name, codes, serve) => {
  const { reply, error, requests } = await ask(serve);
  expect(error).toBeUndefined();
  const codesSeen = reply?.problems.map(({ code }) => code).filter((code) => code !== 'CONTENT_TYPE');
  expect(codesSeen).toEqual(codes);
  expect(reply?.empty).toBe(name === 'no body');
  expect(requests).toBe(1);
});

test.concurrent.each<[string, string, Service]>([
  ['ends too early', 'BODY_TRUNCATED', (socket) => socket.end(`${head}content-length: 9\r\n\r\n{}`)],
  ['never begins', 'TRANSPORT_RESET', (socket) => socket.end()],
  ['is reset', 'TRANSPORT_RESET', (socket) => socket.resetAndDestroy()],
  ['is no HTTP', 'TARGET_NOT_HTTP', raw('220 mail.example ESMTP\r\n\r\n')],
  ['has no header', 'PROTO_INVALID', raw('HTTP/1.1 200 OK\r\nwhat is this\r\n\r\n')],
  ['has a header without a name', 'PROTO_INVALID', raw('HTTP/1.1 200 OK\r\n: x\r\n\r\n')],
  ['has a bad length', 'PROTO_INVALID', raw(`${head}content-length: -1\r\n\r\n`)],
  ['has bad chunks', 'PROTO_INVALID', raw(`${chunked}zz\r\n`)],
  ['has two lengths', 'PROTO_SMUGGLING', raw(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`)],
  [
    'has a length and chunks',
    'PROTO_SMUGGLING',
    raw(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n`),
  ],
  ['has a long head', 'HEADERS_TOO_LARGE', raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}`)],
  ['has many headers', 'HEADERS_TOO_LARGE', raw(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(200)}\r\n`)],
  [
    'has a body without end',
    'BODY_TOO_LARGE',
    raw(`${head}content-length: 9999999\r\n\r\n`, Buffer.alloc(3_000_000)),
  ],
  ['changes the protocol', 'PROTO_UPGRADE', raw('HTTP/1.1 101 S\r\nupgrade: x\r\n\r\n')],
])('an answer that %s: %s', async (_, code, serve) => {
  const { error } = await ask(serve);
  expect(error).toMatchObject({ code, operation: 'balances.read' });
});

test('one that does not come in time is given up, after one more attempt', async () => {
  const { error, requests } = await ask(() => undefined, { timeoutMs: 120 });
  expect(error).toMatchObject({ code: 'TRANSPORT_TIMEOUT' });
  expect(requests).toBe(2);
});

test('bytes that come while nobody could read are still heard', async () => {
  const blocked = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  const late: Service = (socket) => {
    socket.write(sized);
    // Right before the loop runs its timers.
    const beforeTimers = () =>
      setImmediate(() => {
        socket.write('x');
        blocked(120);
      });
    setTimeout(beforeTimers, 10);
  };
  const { reply } = await ask(late, {}, 60);
  expect(reply?.problems.map(({ code }) => code)).toEqual(['PROTO_SURPLUS']);
});

test('is not sent unless it is allowed', async () => {
  const { error, requests } = await ask(raw(sized), { rawProbe: false });
  expect(error).toMatchObject({ kind: 'raw-probe', reason: 'RAMP_RAW_PROBE is not true' });
  expect(requests).toBe(0);
});
