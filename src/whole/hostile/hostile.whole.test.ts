import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { flood, type Listening, listenHttp, startWire } from '../../testing/wire.test.support.ts';
import {
  against,
  built,
  key,
  measuring,
  type Run,
  run,
  runHere,
  settings,
  turnedAway,
  useBuiltCommand,
} from './hostile-run.test.support.ts';

useBuiltCommand();

/** Answers every request on bare sockets. */
const listenRaw = (serve: (socket: Socket) => void): Promise<Listening> => listenHttp(({ socket }) => serve(socket));

/** 300 MB of zeros: members that follow each other are one text. */
const bomb = Buffer.concat(Array<Buffer>(30).fill(gzipSync(Buffer.alloc(10_000_000), { level: 9 })));

describe('targets that cannot be tested: nothing is put to them, and nothing passes', () => {
  test.concurrent.each<[row: number, reason: RegExp, RequestListener]>([
    [23, /TARGET_NOT_HTTP/, ({ socket }) => socket.write('220 mail.example ESMTP\r\n')],
    [54, /RATE_LIMITED/, (_, response) => response.writeHead(429, { 'retry-after': '99999' }).end('{}')],
  ])('row %s: exit 3, %s', async (_row, reason, listener) => {
    const ended = await turnedAway(listenHttp(listener));
    expect(ended.err).toMatch(reason);
    expect(ended.code).toBe(3);
    expect(ended.verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    // The first reads, each sent again twice; a whole run makes hundreds.
    expect(ended.connections).toBeLessThanOrEqual(24);
  });
});

describe('bodies without end', () => {
  /** The lesser of two, because what is collected when is chance; the first where it is little enough. */
  const twice = async (once: () => Promise<Run>, enough: number): Promise<Run> => {
    const one = await once();
    if (one.megabytes < enough) return one;
    const other = await once();
    return one.megabytes < other.megabytes ? one : other;
  };
  const plain = { PATH: process.env.PATH ?? '', NODE_OPTIONS: measuring };
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;

  /** Sends a flood and a bomb by turns. */
  const listen = (): Promise<Listening> => {
    let requests = 0;
    return listenRaw((socket) => {
      requests += 1;
      if (requests % 2 === 1) flood(socket);
      else socket.write(Buffer.concat([Buffer.from(head), bomb]));
    });
  };

  test('are findings, and take at most 64 MB more than an ordinary run', async () => {
    const ordinary = await run(plain);
    expect(ordinary.code).toBe(0);
    const ended = await twice(() => against(listen()), ordinary.megabytes + 64);
    const codes = ended.verdict?.requirements.flatMap(({ findings }) => findings.map((each) => each.code));
    expect(codes).toContain('BODY_BOMB');
    expect(ended.code).toBe(1);
    expect(ended.megabytes - ordinary.megabytes).toBeLessThan(64);
  });
});

test.concurrent('a key among the arguments is not repeated, and nothing is sent', async () => {
  const only = ['--base-url', 'https://127.0.0.1:9', '--only', key];
  const ended = await built.run(['run', ...only], settings('https://127.0.0.1:9'));
  expect(ended.code).toBe(2);
  expect(ended.err).not.toContain(key);
});

test.concurrent('a proxy that the environment names is not used', async () => {
  let proxied = 0;
  const proxy = await listenRaw(() => {
    proxied += 1;
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  const more = {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    http_proxy: url,
    NODE_USE_ENV_PROXY: '1',
  };
  const { code } = await against(
    listenHttp((_, response) => response.writeHead(503).end('{}')),
    [],
    'http',
    more,
  );
  proxy.close();
  expect([code, proxied]).toEqual([3, 0]);
});

/** The sandbox with another header line in each answer. */
async function withHeader<T>(header: string, use: (env: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox();
  const wire = await startWire(Number(new URL(sandbox.baseUrl).port), () => (reply, client) => {
    client.write(Buffer.from(reply.toString('latin1').replace('\r\n\r\n', `\r\n${header}\r\n\r\n`), 'latin1'));
  });
  try {
    return await use({ ...sandbox.settings, RAMP_BASE_URL: `http://127.0.0.1:${wire.port}` });
  } finally {
    wire.close();
    await sandbox.close();
  }
}

test.concurrent.each([
  ['utf-8', 'conforms'],
  ['gzip', 'untested'],
] as const)('a plain body of the coding %s is one finding, also of a run of one endpoint', async (coding, record) => {
  const { code, out, verdict } = await withHeader(`content-encoding: ${coding}`, (env) =>
    runHere(env, ['--only', 'subaccount.read']),
  );
  const outcomes = new Map(verdict?.requirements.map(({ id, outcome }) => [id, outcome]));
  const deviating = [...outcomes].flatMap(([id, outcome]) => (outcome === 'deviates' ? id : []));
  expect([code, ...deviating]).toEqual([1, 'http/is-well-formed']);
  expect(outcomes.get('subaccount.read/answers-with-its-record')).toBe(record);
  expect(outcomes.get('subaccount.read/refuses-an-absent-subaccount')).toBe(record);
  expect(verdict?.counts['no-result']).toBe(0);
  expect(out).toContain('Rules        the rules of the whole service are judged too');
});

test.concurrent('what is odd is observed of each endpoint that sends it, and kept out of baselines', async () => {
  const sandbox = await startSandbox();
  const hint = Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n');
  const wire = await startWire(Number(new URL(sandbox.baseUrl).port), (line) =>
    line.includes('/withdrawals/')
      ? (reply, client) =>
          client.write(reply.toString('latin1', 0, 5) === 'HTTP/' ? Buffer.concat([hint, reply]) : reply)
      : undefined,
  );
  const env = { ...sandbox.settings, RAMP_BASE_URL: `http://127.0.0.1:${wire.port}` };
  const { code, verdict } = await runHere(env, ['--only', 'service/framing', '--profile', 'gate']);
  wire.close();
  await sandbox.close();
  const reason = verdict?.requirements.find(({ id }) => id === 'service/framing');
  expect(reason).toMatchObject({
    outcome: 'observed',
    observations: [{ operation: 'withdrawal.read', situation: 'interim answers', fact: '103' }],
  });
  expect(JSON.stringify(verdict?.facts)).not.toContain('interim');
  expect(code).toBe(0);
});
