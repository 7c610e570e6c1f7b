import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { packageRoot } from '../../cli/own-package.ts';
import { listen, listenHttp, listenTls } from '../../testing/wire.test.support.ts';
import { built, pem, run, settings, turnedAway, useBuiltCommand } from './hostile-run.test.support.ts';

useBuiltCommand();

const tls = (cert: string, more = {}) => listenTls({ key: pem('key'), cert, ...more });

/** Ends TLS before a service on plain HTTP. */
const listenTlsBefore = (port: number, options: TlsOptions): ReturnType<typeof listen> =>
  listen(
    createServer(options, (client) => {
      const service = connect({ port, host: '127.0.0.1' });
      service.on('error', () => client.destroy()).on('close', () => client.end());
      client.on('error', () => service.destroy()).on('close', () => service.destroy());
      client.pipe(service).pipe(client);
    }),
  );

const old = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;

test.concurrent.each<[string, string, string, () => ReturnType<typeof tls>]>([
  [
    'self-signed',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'where a private authority has signed it, set RAMP_CA_CERT to the file of that authority; the certificate is signed by “localhost”',
    () => tls(pem('self-signed')),
  ],
  [
    'without its intermediate',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ask the vendor to send both, or set RAMP_CA_CERT to a file with the intermediate certificate; the certificate is signed by “Intermediate of a test”',
    () => tls(pem('of-an-intermediate')),
  ],
  [
    'of an unknown authority',
    'UNABLE_TO_GET_ISSUER_CERT',
    'with the certificate of the authority and any missing intermediate certificate; the certificate is signed by “Root of a test”',
    () => tls(pem('of-an-intermediate') + pem('intermediate')),
  ],
  ['TLS 1.1', 'ERR_SSL', 'speaks only TLS older than 1.2', () => tls(pem('self-signed'), old)],
  [
    'no TLS',
    'ERR_SSL',
    'the server does not speak TLS at this port; check the port',
    () => listenHttp((_, reply) => reply.end()),
  ],
])('no trusted connection, %s: exit 3, %s', async (_, reason, cause, listening) => {
  const { code, err, verdict } = await turnedAway(listening(), 'https');
  expect(err).toContain(`no trusted connection (${reason}`);
  expect(err).toContain(cause);
  expect(code).toBe(3);
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
});

/** Prints what each origin is read with: Node reads its settings for certificates as it starts. */
const reading = `
  import { createApi, createTransport } from ${JSON.stringify(join(packageRoot, 'src/client/index.ts'))};
  const rest = { timeoutMs: 60_000, concurrency: 1, maxRequests: 9, money: 'no', readOnly: true };
  for (const baseUrl of process.argv.slice(2)) {
    const transport = createTransport({ baseUrl, ...rest }, { gatewayWaitMs: 1 });
    const message = await createApi({ transport, key: 'key' }).readBalances().catch((error) => error.message);
    console.log(message);
    await transport.close();
  }
`;

/** Bundled, because Node reads no TypeScript. */
beforeAll(async () => {
  const source = join(built.folder, 'reading.ts');
  writeFileSync(source, reading);
  await build({ input: source, platform: 'node', output: { file: join(built.folder, 'reading.mjs') } });
});

async function readWith(urls: readonly string[], env: Readonly<Record<string, string>>) {
  const { stdout } = await promisify(execFile)(process.execPath, ['reading.mjs', ...urls], {
    cwd: built.folder,
    env,
  });
  return stdout.trim().split('\n');
}

test('where Node was set to trust the certificate and to take TLS 1.1: no connection either', async () => {
  const trusted = join(built.folder, 'several.pem');
  const certificates = (['expired', 'not-yet-valid', 'of-another-host'] as const).map(pem);
  writeFileSync(trusted, certificates.join(''));
  const targets = await Promise.all([
    ...certificates.map((certificate) => tls(certificate)),
    tls(pem('self-signed'), old),
  ]);
  const env = {
    NODE_EXTRA_CA_CERTS: trusted,
    NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0',
  };
  const urls = targets.map(({ port }) => `https://127.0.0.1:${port}`);
  const lines = await readWith(urls, env);
  for (const { close } of targets) close();
  const reasons = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL'];
  expect(lines).toEqual(reasons.map((reason) => expect.stringContaining(`no trusted connection (${reason}`)));
});

test('a client certificate that is asked for, and HTTP/2 alone, are told as what they are', async () => {
  const trusted = join(built.folder, 'authority.pem');
  writeFileSync(trusted, pem('self-signed'));
  const own = { key: pem('key'), cert: pem('self-signed') };
  const asking = { ...own, requestCert: true, rejectUnauthorized: true, ca: pem('self-signed') };
  const targets = await Promise.all([
    listen(createHttps({ ...asking, maxVersion: 'TLSv1.3' })),
    listen(createHttps({ ...asking, maxVersion: 'TLSv1.2' })),
    listen(createSecureServer({ ...own, allowHTTP1: false })),
  ]);
  const env = { NODE_EXTRA_CA_CERTS: trusted };
  const urls = targets.map(({ port }) => `https://127.0.0.1:${port}`);
  const lines = await readWith(urls, env);
  for (const { close } of targets) close();
  const causes = [
    'asks for a client certificate; set RAMP_CLIENT_CERT and RAMP_CLIENT_KEY',
    'wants a client certificate (set RAMP_CLIENT_CERT and RAMP_CLIENT_KEY)',
    'the target speaks only HTTP/2',
  ];
  expect(lines).toEqual(causes.map((cause) => expect.stringContaining(cause)));
});

test.concurrent.each([
  ['a private authority', 'self-signed', 'self-signed'],
  ['an intermediate that the target leaves out', 'of-an-intermediate', 'intermediate'],
] as const)('%s in RAMP_CA_CERT: exit 0', async (_, cert, trusted) => {
  writeFileSync(join(built.folder, `${trusted}.pem`), pem(trusted));
  const sandbox = await startSandbox();
  const before = await listenTlsBefore(Number(new URL(sandbox.baseUrl).port), {
    key: pem('key'),
    cert: pem(cert),
  });
  const env = {
    ...settings(`https://127.0.0.1:${before.port}`, sandbox.settings),
    RAMP_BASE_URL: `https://127.0.0.1:${before.port}`,
    RAMP_CA_CERT: `${trusted}.pem`,
  };
  const { code, verdict } = await run(env, ['--only', 'balances.read/has-its-members']);
  before.close();
  await sandbox.close();
  expect(code).toBe(0);
  const result = verdict?.requirements.find(({ id }) => id === 'balances.read/has-its-members');
  expect(result?.outcome).toBe('conforms');
});
