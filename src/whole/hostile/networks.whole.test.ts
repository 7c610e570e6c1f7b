import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { listen } from '../../testing/wire.test.support.ts';
import { built, pem, run, runHere, settings, useBuiltCommand } from './hostile-run.test.support.ts';

useBuiltCommand();

const token = 'gateway-token-of-a-test-77';
const password = 'password-of-a-proxy';

interface Seen {
  readonly peers: (string | undefined)[];
  readonly hosts: string[];
  readonly protocols: unknown[];
}

/** Asks for a client certificate and a header, and passes on what has both. */
async function startGateway(options: ServerOptions = {}) {
  const sandbox = await startSandbox();
  const seen: Seen = { peers: [], hosts: [], protocols: [] };
  const asking = {
    requestCert: true,
    rejectUnauthorized: true,
    ca: pem('self-signed'),
    ALPNProtocols: ['h2', 'http/1.1'],
  };
  const server = createHttps({ key: pem('key'), cert: pem('self-signed'), ...asking, ...options }, (asked, reply) => {
    const { socket, url, method, headers } = asked;
    if (socket instanceof TLSSocket) seen.protocols.push(socket.alpnProtocol);
    seen.peers.push(socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : undefined);
    if (options.rejectUnauthorized === false)
      return void reply
        .writeHead(400, { 'content-type': 'text/html' })
        .end('<html>No required SSL certificate was sent</html>');
    if (headers['x-gateway-token'] !== token) return void reply.writeHead(403).end();
    asked.pipe(
      request(sandbox.baseUrl + url, { method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(reply);
      }),
    );
  });
  const { port, close } = await listen(server);
  onTestFinished(async () => {
    close();
    await sandbox.close();
  });
  writeFileSync(join(built.folder, 'trusted.pem'), pem('self-signed'));
  const { RAMP_API_KEY = '' } = sandbox.settings;
  const env = {
    ...settings('', sandbox.settings),
    RAMP_BASE_URL: `https://localhost:${port}`,
    RAMP_CA_CERT: 'trusted.pem',
  };
  return { env, seen, key: RAMP_API_KEY };
}

/** Leads to anything, for those who know the password. */
async function startProxy(status?: number) {
  const hosts: string[] = [];
  const server = createHttp().on('connect', ({ url = '', headers }, client) => {
    hosts.push(url);
    const known = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
    const refused = status ?? (headers['proxy-authorization'] === known ? undefined : 407);
    if (refused !== undefined) return void client.end(`HTTP/1.1 ${refused} No\r\n\r\n`);
    const to = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      to.pipe(client).pipe(to);
    });
    for (const socket of [to, client]) socket.on('error', () => undefined);
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  return { hosts, url: (user = `user:${password}@`) => `http://${user}127.0.0.1:${port}` };
}

const textsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

test('a client certificate, a proxy, further headers and a key in a file lead to the target, and stay secret', async () => {
  const gateway = await startGateway();
  const proxy = await startProxy();
  const files = { cert: 'client.pem', key: 'client.key', secret: 'secret' };
  writeFileSync(join(built.folder, files.cert), pem('self-signed'));
  writeFileSync(join(built.folder, files.key), pem('key'));
  writeFileSync(join(built.folder, files.secret), `${gateway.key}\n`);
  const { RAMP_API_KEY: _inFile, ...env } = gateway.env as Record<string, string>;
  const reach = {
    RAMP_API_KEY_FILE: files.secret,
    RAMP_CLIENT_CERT: files.cert,
    RAMP_CLIENT_KEY: files.key,
    RAMP_PROXY: proxy.url(),
    RAMP_HEADERS: `X-Gateway-Token=${token}`,
  };
  const folder = join(built.folder, 'reached');
  const only = ['--only', 'balances.read', '--only', 'onramp.initiate/echoes-the-amount'];
  const ended = await built.run(['run', '--profile', 'smoke', '--reports', folder, ...only], {
    ...env,
    ...reach,
  });
  const outputs = ended.out + ended.err + textsIn(folder);
  expect(ended.err + ended.out).toContain(
    'with a client certificate, trusting RAMP_CA_CERT, through the proxy 127.0.0.1:',
  );
  expect(ended.err + ended.out).toContain('may send orders: no (RAMP_MONEY_HOST is not set)');
  expect(ended.code).toBe(0);
  expect(new Set(gateway.seen.peers)).toEqual(new Set(['localhost']));
  expect(new Set(proxy.hosts)).toEqual(new Set([new URL(gateway.env.RAMP_BASE_URL).host]));
  // HTTP/2 is offered, and never spoken.
  expect(gateway.seen.protocols).not.toContain('h2');
  for (const secret of [token, password, gateway.key, 'PRIVATE KEY']) expect(outputs).not.toContain(secret);
});

test('a target that answers in markup because no certificate came is told with the setting', async () => {
  const { env } = await startGateway({ rejectUnauthorized: false });
  const { code, err } = await run(env);
  expect(err).toContain('asks for a client certificate; set RAMP_CLIENT_CERT and RAMP_CLIENT_KEY to its files');
  expect(code).toBe(3);
});

test.each<[string, number | undefined, string]>([
  ['', undefined, 'the proxy in RAMP_PROXY answers 407: it needs a user and a password'],
  ['user:wrong@', undefined, 'the proxy in RAMP_PROXY answers 407: it needs a user and a password'],
  ['user:pass@', 403, 'the proxy in RAMP_PROXY answers 403: it does not let requests through to the target'],
])('a proxy for %j that answers %s: exit 3', async (user, status, message) => {
  const { url } = await startProxy(status);
  const { code, err, verdict } = await runHere(settings('https://ramp.example.com', { RAMP_PROXY: url(user) }));
  expect(err).toContain(message);
  expect(err).not.toContain(user === '' ? password : user);
  expect([code, verdict?.verdict]).toEqual([3, 'inconclusive']);
});

test('a proxy that is not there: exit 3, and nothing goes another way', async () => {
  const { url } = await startProxy();
  const target = await listen(createHttps({ key: pem('key'), cert: pem('self-signed') }));
  onTestFinished(target.close);
  const gone = await listen(createHttp());
  gone.close();
  const env = { RAMP_PROXY: `http://127.0.0.1:${gone.port}`, HTTPS_PROXY: url() };
  const { code, err } = await runHere(settings(`https://127.0.0.1:${target.port}`, env));
  expect(err).toContain('the proxy in RAMP_PROXY cannot be reached (ECONNREFUSED)');
  expect([code, target.connections()]).toEqual([3, 0]);
});

/** Gives a name to this machine, as a network of containers does. */
const nameHere = (name: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    import dns from 'node:dns';
    const { lookup } = dns;
    dns.lookup = (host, ...rest) => lookup(host === '${name}' ? '127.0.0.1' : host, ...rest);
  `)}`;

test('a container is asked over plain http by its name, which is said before the first request', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const host = `ramp-sandbox:${new URL(sandbox.baseUrl).port}`;
  const env = {
    ...settings('', sandbox.settings),
    RAMP_BASE_URL: `http://${host}`,
    RAMP_PLAIN_HTTP_HOST: 'ramp-sandbox',
    RAMP_MONEY_HOST: host,
    NODE_OPTIONS: nameHere('ramp-sandbox'),
  };
  const { code, err } = await run(env, ['--quiet', '--only', 'onramp.initiate/echoes-the-amount']);
  expect(err).toContain(`The key goes to ${host} over plain http (RAMP_PLAIN_HTTP_HOST)`);
  expect(code).toBe(0);
});
