import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { flood } from '../testing/wire.test.support.ts';
import { useDeadlines } from './deadlines.test.support.ts';
import type { createApi } from './index.ts';
import { type Bytes, bytes, key, openService, subaccountId } from './service.test.support.ts';

function onHeads(socket: Socket, heads: number, work: () => void): void {
  let read = 0;
  const note = (message: unknown) => {
    const { origin } = (message as { request: { origin: string } }).request;
    if (!String(origin).endsWith(`:${socket.localPort}`)) return;
    read += 1;
    // The handler of the request has it a moment later.
    if (read === heads) setImmediate(work);
  };
  subscribe('undici:request:headers', note);
  socket.on('close', () => unsubscribe('undici:request:headers', note));
}

async function ask(serve: Bytes) {
  const { api, seen, close } = await openService(bytes(serve));
  const outcome = await api.readBalances().then(
    (reply) => ({ reply, error: undefined }),
    (error: Error) => ({ reply: undefined, error }),
  );
  await close();
  return { ...outcome, requests: seen.length };
}

const raw =
  (...parts: readonly (string | Buffer)[]): Bytes =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

const ok = (headers: string, body: string | Buffer = ''): Bytes =>
  raw(`HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`, body);

const json = (body: string | Buffer): Bytes => ok('content-type: application/json\r\n', body);

const drip =
  (head: string, piece: string): Bytes =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 5);
    socket.on('close', () => clearInterval(timer));
  };

const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

const coded = (coding: string, body: Buffer): Bytes =>
  ok(`content-type: application/json\r\ncontent-encoding: ${coding}\r\n`, body);

describe('answers from which no reply is formed', () => {
  const rows: readonly [row: number | string, code: string, requests: number, Bytes][] = [
    [4, 'BODY_TOO_LARGE', 1, flood],
    ['4 announced', 'BODY_TOO_LARGE', 1, raw('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n')],
    [5, 'BODY_TRUNCATED', 3, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a"')],
    [7, 'PROTO_INVALID', 1, raw('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{}')],
    ['7 words', 'PROTO_INVALID', 1, raw('HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\n{}')],
    [8, 'PROTO_SMUGGLING', 1, raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    [9, 'PROTO_SMUGGLING', 1, raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}')],
    [10, 'PROTO_INVALID', 1, raw('HTTP/1.1 200 OK\nx: y\n\n{}')],
    ['10 folded', 'PROTO_INVALID', 1, raw('HTTP/1.1 200 OK\r\nx: y\r\n z\r\n\r\n{}')],
    [11, 'HEADERS_TOO_LARGE', 1, raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`)],
    [48, 'JSON_SIZE', 1, json(`[${Array(500_001).fill('{}').join()}]`)],
    [13, 'HEADER_CHARS', 1, raw('HTTP/1.1 200 OK\r\nx: a\u0000b\r\n\r\n')],
    [16, 'PROTO_STATUS', 1, raw('HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\n{}')],
    [17, 'PROTO_STATUS', 1, raw('HTTP/1.1 999 OK\r\ncontent-length: 2\r\n\r\n{}')],
    ['17 four digits', 'PROTO_STATUS', 1, raw('HTTP/1.1 1234 OK\r\ncontent-length: 2\r\n\r\n{}')],
    [21, 'PROTO_UPGRADE', 1, raw('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
    ['21 bare', 'PROTO_UPGRADE', 1, raw('HTTP/1.1 101 S\r\n\r\n')],
    [23, 'TARGET_NOT_HTTP', 1, raw('hello there\r\n')],
    ['23 TLS', 'TARGET_NOT_HTTP', 1, raw(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]))],
    [25, 'TRANSPORT_RESET', 3, (socket) => socket.resetAndDestroy()],
    [26, 'TRANSPORT_RESET', 1, reset('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a"')],
    [27, 'TRANSPORT_RESET', 3, (socket) => socket.end()],
    [32, 'BODY_BOMB', 1, coded('gzip', gzipSync(Buffer.alloc(9_000_000)))],
    ['32 br', 'BODY_BOMB', 1, coded('br', brotliCompressSync(Buffer.alloc(9_000_000)))],
    [33, 'BODY_TRUNCATED', 1, coded('gzip', gzipSync('{"a":1}').subarray(0, 15))],
    ['49 barrier', 'BLOCKED', 1, ok('content-type: text/html\r\n', '<html><title>Attention Required!</title>')],
    [34, 'TOO_MANY_CODINGS', 1, coded(Array(21).fill('gzip').join(', '), Buffer.from('x'))],
    ['54 too long', 'RATE_LIMITED', 1, limited('retry-after: 3600\r\n')],
    ['55 too long', 'UNAVAILABLE', 1, raw('HTTP/1.1 503 No\r\nretry-after: 120\r\ncontent-length: 2\r\n\r\n{}')],
    ['72', 'RATE_LIMITED', 8, limited('retry-after: 9999999999\r\n')],
    ['54 always', 'RATE_LIMITED', 8, limited('retry-after: 0\r\n')],
    ['524 in markup', 'GATEWAY', 3, failing(524)],
    ['503 in markup', 'GATEWAY', 3, failing(503)],
  ];

  test.concurrent.each(rows)('row %s: %s after %i requests', async (_row, code, requests, serve) => {
    const { error, requests: actual } = await ask(serve);
    expect(error).toMatchObject({ code, operation: 'balances.read' });
    // A long number in a sentence of ours would withhold all reports.
    expect(error?.message).not.toMatch(/\d{9}/);
    expect(actual).toBe(requests);
  });
});

describe('answers that do not come to their end', () => {
  const lapse = useDeadlines();

  const endless =
    (head: string, piece: string, heads: number): Bytes =>
    (socket, request) => {
      onHeads(socket, heads, lapse);
      drip(head, piece)(socket, request);
    };

  test.each<[row: number, requests: number, Bytes]>([
    [1, 2, lapse],
    [
      2,
      2,
      (socket, request) => {
        drip('HTTP/1.1 200 OK\r\nx: ', 'a')(socket, request);
        setImmediate(lapse);
      },
    ],
    [3, 1, endless('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', 'a', 1)],
    [20, 2, endless('', 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n', 3)],
    [18, 2, endless('', 'HTTP/1.1 100 Continue\r\n\r\n', 3)],
  ])('row %i: no more is waited for once its time is up, after %i requests', async (_row, requests, serve) => {
    const { error, requests: actual } = await ask(serve);
    expect(error).toMatchObject({ code: 'TRANSPORT_TIMEOUT', operation: 'balances.read' });
    expect(error?.message).not.toMatch(/\d{9}/);
    expect(actual).toBe(requests);
  });
});

/** A reset discards unread bytes, so it waits until the head was read. */
function reset(head: string): Bytes {
  return (socket) => {
    onHeads(socket, 1, () => socket.resetAndDestroy());
    socket.write(head);
  };
}

function failing(status: number, more = ''): Bytes {
  const page = '<html><body>Bad Gateway</body></html>';
  return raw(
    `HTTP/1.1 ${status} No\r\nserver: nginx\r\ncontent-type: text/html\r\n${more}content-length: ${page.length}\r\n\r\n${page}`,
  );
}

function limited(header: string): Bytes {
  return raw(`HTTP/1.1 429 Too Many Requests\r\n${header}content-length: 2\r\n\r\n{}`);
}

describe('replies with problems', () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n';
  const unasked = 'HTTP/1.1 100 Continue\r\n\r\n';
  const sound = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  const cutUnseen = { about: 'end of the body', text: 'the end of the connection; a cut would not show' };
  const page = '<!doctype html><title>502 Bad Gateway</title>';
  const typed = 'content-type: application/json\r\n';
  const html = 'content-type: text/html\r\n';
  const text = '{"a":1}';
  const [read, unread] = [{ body: { a: 1 } }, { body: undefined }];

  type Row = [row: number | string, codes: readonly string[], Bytes, shown?: object];
  const rows: readonly Row[] = [
    [14, ['HEADER_CHARS'], ok(Buffer.from('x: a\x9bb\r\n', 'latin1').toString('latin1'), '')],
    [15, [], raw(sound.replace('OK', 'a\x1bb')), { notes: [] }],
    [19, [], raw(hint, hint, sound), { notes: [{ about: 'interim answers', text: '103' }] }],
    [18, [], raw(unasked, sound)],
    [
      '18 several, in pieces',
      [],
      raw(unasked.slice(0, 7), unasked.slice(7), hint, unasked, sound),
      { notes: [{ about: 'interim answers', text: '100, 103' }] },
    ],
    [22, ['PROTO_204_BODY'], raw('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}')],
    ['22 chunked', ['PROTO_204_BODY'], raw('HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['22 without a body', [], raw('HTTP/1.1 204 No Content\r\n\r\n'), { notes: [] }],
    [24, [], (socket) => socket.end(`HTTP/1.0 200 OK\r\n${typed}\r\n${text}`), { ...read, notes: [cutUnseen] }],
    ['24 in HTTP/1.1', [], (socket) => socket.end(`HTTP/1.1 200 OK\r\n${typed}\r\n{}`), { notes: [cutUnseen] }],
    [29, [], raw(chunked, `2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`)],
    [
      30,
      [],
      raw(chunked, '2\r\n{}\r\n0\r\njane: y\r\nDigest: z\r\n\r\n'),
      { notes: [{ about: 'trailers', text: expect.stringMatching(/^<key#[0-9a-f]{4}>, digest$/) }] },
    ],
    [31, [], coded('gzip', gzipSync(text)), read],
    ['31 false', ['CONTENT_CODING'], coded('gzip', Buffer.from(text)), unread],
    ['31 false br', ['CONTENT_CODING'], coded('br', Buffer.from(text)), unread],
    ['31 unknown', ['CONTENT_CODING'], coded('zstd', Buffer.from(text)), read],
    ['31 none', ['CONTENT_CODING'], coded('utf-8', Buffer.from(text)), read],
    [
      '31 of no name',
      ['CONTENT_CODING'],
      coded('jane', Buffer.from(text)),
      { ...read, problems: [{ observed: 'another coding, which is none of gzip, br, deflate' }] },
    ],
    ['31 unreadable', ['CONTENT_CODING'], coded('zstd', Buffer.from('28b52ffd2007', 'hex'))],
    ['34 three', [], coded('gzip, br, gzip', gzipSync(brotliCompressSync(gzipSync(text)))), read],
    [35, ['BODY_ENCODING'], json(gzipSync(text))],
    [36, ['JSON_DEPTH'], json('['.repeat(100_000)), unread],
    ['11 less', [], ok(`${typed}x: ${'a'.repeat(20_000)}\r\n`, '{}')],
    [
      12,
      [],
      ok(`${'a: b\r\n'.repeat(3000)}${typed}`, '{}'),
      { notes: [{ about: 'number of headers', text: 'more than are kept' }] },
    ],
    [40, ['JSON_SURROGATE'], json('{"a":"\\ud800"}'), { body: { a: '\ufffd' } }],
    [41, ['BODY_ENCODING'], json(Buffer.from('7b2261223a22ff227d', 'hex'))],
    [42, ['BODY_BOM'], json(`\ufeff${text}`), read],
    [43, ['BODY_ENCODING'], ok('content-type: application/json; charset=utf-16le\r\n', Buffer.from(text, 'utf16le'))],
    [49, ['NOT_JSON'], ok(html, page)],
    ['49 lying', ['NOT_JSON'], json(page)],
    ['49 in Latin-1', ['NOT_JSON'], ok(html, Buffer.from('<p>n\u00e3o</p>', 'latin1'))],
    ['49 a text in Latin-1', ['NOT_JSON'], ok('content-type: text/plain\r\n', Buffer.from('n\u00e3o', 'latin1'))],
    [50, ['CONTENT_TYPE'], ok(html, text), read],
    ['50 none', ['CONTENT_TYPE'], ok('', text)],
    ['50 twice', ['HEADER_TWICE'], ok(typed.repeat(2), text)],
    ['50 joined', ['HEADER_TWICE'], ok('content-type: application/json, application/json\r\n', text)],
    ['50 twice, another', ['HEADER_TWICE', 'CONTENT_TYPE'], ok(typed + html, text)],
    ['50 quoted', [], ok('content-type: application/json; profile="a,b"\r\n', text)],
    ['50 problem', [], ok('content-type: application/problem+json\r\n', '{}')],
    [51, [], ok('', '')],
    [52, ['PROTO_REDIRECT'], raw('HTTP/1.1 307 Again\r\nlocation: /\r\ncontent-length: 0\r\n\r\n')],
    [56, ['SEC_KEY_ECHO'], json(`{"message":"bad key ${key}"}`)],
    ['56 escaped', ['SEC_KEY_ECHO'], json(`{"message":"\\u006bey-canary-0123456789"}`)],
    ['56 header', ['SEC_KEY_ECHO'], ok(`${typed}x-debug: ${key}\r\n`, '{}')],
    ['97 in base64', ['SEC_KEY_ECHO'], json(`{"message":"${Buffer.from(`me:${key}:x`).toString('base64')}"}`)],
    ['97 percent signs', ['SEC_KEY_ECHO'], json(`{"message":"${key.replaceAll('-', '%2d')}"}`)],
    ['97 entities', ['SEC_KEY_ECHO'], json(`{"message":"${key.replaceAll('-', '&#x2D;')}"}`)],
    ['97 the name of a header', ['SEC_KEY_ECHO'], ok(`${typed}x-${key}: 1\r\n`, '{}')],
    ['97 a head before the answer', ['SEC_KEY_ECHO'], raw(`HTTP/1.1 103 Early Hints\r\nx: ${key}\r\n\r\n`, sound)],
    ['97 an unasked 100 before the answer', ['SEC_KEY_ECHO'], raw(`HTTP/1.1 100 Continue\r\nx: ${key}\r\n\r\n`, sound)],
    ['97 a trailer', ['SEC_KEY_ECHO'], raw(`${chunked}2\r\n{}\r\n0\r\nx-a: ${key}\r\n\r\n`)],
  ];

  test.concurrent.each<Row>(rows)('row %s: %j', async (_row, codes, serve, shown = {}) => {
    const { reply, requests } = await ask(serve);
    expect(reply).toMatchObject({ problems: codes.map((code) => ({ code })), ...shown });
    expect(requests).toBe(1);
    expect(JSON.stringify(reply?.exchange)).not.toContain(key);
  });

  test.each<[number, string]>([
    [6, '{},"more":1}'],
    [28, '{}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]'],
  ])('row %s: a connection with more on it than its answer is not used again', async (_, body) => {
    const { api, connections, close } = await openService(bytes(raw(sound.slice(0, -2) + body)));
    for (const _turn of [1, 2, 3]) expect(await api.readBalances()).toMatchObject({ body: {}, problems: [] });
    await close();
    expect(connections()).toBe(3);
  });

  test('row 39: JSON_PROTO_KEY, and no prototype is polluted', async () => {
    const { reply } = await ask(json('{"__proto__":{"polluted":true}}'));
    expect(reply?.problems).toMatchObject([{ code: 'JSON_PROTO_KEY' }]);
    expect(Object.getPrototypeOf(reply?.body)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('says where in the body, without a name that the payload made up', async () => {
    const { reply } = await ask(json('{"balances":{"usd":1,"usd":2},"jane@canary.test":[1e400]}'));
    const [first, second] = (reply as Reply).problems;
    expect(first?.where).toBe('$.balances.usd');
    expect(second?.where).toMatch(/^\$\.<key#[0-9a-f]{4}>\[0\]$/);
  });
});

describe('answers that fit one by one, and not together', () => {
  const wide = `{"a":"${'x'.repeat(2_000_000)}"}`;
  const rows: readonly [row: string, requests: number, Bytes][] = [
    ['69', 2, json(wide)],
    ['69 small on the wire', 2, coded('gzip', gzipSync(wide))],
    ['69 of small parts', 1, json(`[${Array.from({ length: 20_000 }, (_, at) => `[${at}]`).join()}]`)],
    ['69 of which no value is kept', 4, ok('content-type: text/html\r\n', `<p>${wide}</p>`)],
  ];

  test.each(rows)('row %s: nothing is sent after %i', async (_row, most, serve) => {
    const { api, seen, close } = await openService(bytes(serve), {}, { heldBytes: 3_000_000 });
    const ends = [];
    for (let asked = 0; asked < 4; asked += 1)
      ends.push(await api.readBalances().then(String, ({ code, message }) => `${code} ${message}`));
    await close();
    expect(seen).toHaveLength(most);
    for (const end of ends.slice(most)) expect(end).toMatch(/^ANSWERS_TOO_LARGE .* not sent: .* 3 MiB/);
  });
});

describe('orders without an answer that can be read', () => {
  const accepted = raw('HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
  const order = { recipient_id: subaccountId, amount: 5 };
  const plain: Asking = (api) => api.initiateLightningOfframp({ subaccountId, body: order });
  const ofKey: Asking = (api) => api.as({ in: 'none' }).initiateLightningOfframp({ subaccountId, body: order });
  const invalid: Asking = (api) => plain(api.about({ probe: 'none', invalid: true }));
  const odd: Asking = (api) => api.initiateLightningOfframp({ subaccountId, body: { ...order, note: '<é>' } });

  type Asking = (api: ReturnType<typeof createApi>) => Promise<Reply>;

  /** One after the other or all at once; returns the codes of their results. */
  async function place(serve: Bytes, { ask: asking = plain, atOnce = false } = {}) {
    const { api, seen, transport, close: end } = await openService(bytes(serve), { concurrency: 50 });
    const [ends, messages]: [(string | number)[], string[]] = [[], []];
    const send = () =>
      asking(api).then(
        ({ status }) => ends.push(status),
        ({ code, message }) => {
          ends.push(code);
          messages.push(message);
        },
      );
    const all = Array.from({ length: 24 }, () => send);
    if (atOnce) await Promise.all(all.map((each) => each()));
    else for (const each of all) await each();
    await end();
    return { ends, messages, requests: seen.length, counts: transport.counts };
  }

  const lapse = useDeadlines();
  const page = '<hr><center>nginx/1.22.1</center>';
  const close: Bytes = (socket) => socket.end();

  const arrived = 'may have arrived';
  test.each<[string, said: string, Bytes]>([
    ['no answer in time', arrived, lapse],
    ['a head that cannot be read', 'PROTO_INVALID', raw('HTTP/1.1 201 Created\r\ncontent-length: two\r\n\r\n{}')],
    ['a body that ends early', arrived, (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{')],
    ['a body that is too large', arrived, raw('HTTP/1.1 201 Created\r\ncontent-length: 99999999\r\n\r\n')],
    ['a compressed body that ends early', 'ends too early', coded('gzip', gzipSync('{"a":1}').subarray(0, 15))],
    ['a closed connection', arrived, close],
    ['a gateway, with 502', arrived, failing(502)],
    ['a gateway, with 503 and a time', arrived, failing(503, 'retry-after: 0\r\n')],
    [
      'a gateway, with a page of 500',
      arrived,
      raw(`HTTP/1.1 500 No\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n${page}`),
    ],
  ])('%s: each is sent once, and none leaves after three in a row', async (_, said, serve) => {
    const { ends, messages, requests, counts } = await place(serve);
    expect([requests, counts.retried]).toEqual([3, 0]);
    for (const message of messages.slice(0, 3)) expect(message).toContain(said);
    expect(ends.slice(3)).toEqual(Array(21).fill('ORDERS_LOST'));
    expect(counts.stopped).toMatch(/^3 orders in a row got no answer that can be read \(the last: .+\)$/);
  });

  test('none leaves after eight in all', async () => {
    const { ends, requests, counts } = await place((socket, at) => (at % 2 === 0 ? close : accepted)(socket, at));
    expect(requests).toBe(16);
    expect(ends.filter((end) => end === 201)).toHaveLength(8);
    expect(counts.stopped).toContain('8 orders got no answer');
  });

  test.each([
    [3, 0],
    [8, 1],
  ])('no more than %i are under way, any of which may be lost, once %i was answered', async (most, answered) => {
    let waiting = 0;
    const serve: Bytes = (socket, at) => {
      if (at <= answered) return accepted(socket, at);
      waiting += 1;
      if (waiting === most) lapse();
    };
    const { requests } = await place(serve, { atOnce: true });
    expect(requests).toBe(answered + most);
  });

  test.each<[string, Bytes, Asking, number | string]>([
    ['one of six', (socket, at) => (at % 6 === 0 ? close : accepted)(socket, at), plain, 201],
    ['what a firewall may close the connection for', close, odd, 'TRANSPORT_RESET'],
    ['orders without a key', close, ofKey, 'TRANSPORT_RESET'],
    ['orders that are to be refused', close, invalid, 'TRANSPORT_RESET'],
    ['bodies in another coding than they name', coded('gzip', Buffer.from('{}')), plain, 200],
    ['failures of the service itself', raw('HTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\n{}'), plain, 500],
  ])('%s is no reason to stop', async (_, serve, asking, end) => {
    const { ends, counts } = await place(serve, { ask: asking });
    expect(ends.filter((each) => each === end).length).toBeGreaterThanOrEqual(20);
    expect(counts).toMatchObject({ sent: 24 });
    expect(counts.stopped).toBeUndefined();
  });
});
