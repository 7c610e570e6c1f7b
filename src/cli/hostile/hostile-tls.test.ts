import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TlsOptions } from 'node:tls';
import { expect, test } from 'vitest';
import { startSandbox } from '#sandbox';
import { listen, listenTls } from '../testing/wire.test.support.ts';
import {
  against,
  built,
  pem,
  run,
  settings,
  turnedAway,
  useBuiltCommand,
} from './hostile-run.test.support.ts';

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

/** Makes the certificate one that the user trusts. */
const trusting = (certificate: string): Record<string, string> => {
  const file = join(built.folder, `${randomUUID()}.pem`);
  writeFileSync(file, certificate);
  // Node puts all authorities together again for it, which takes a while on a busy machine.
  return { NODE_EXTRA_CA_CERTS: file, RAMP_TIMEOUT_MS: '5000' };
};

const lax = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0' };

test.concurrent.each<[string, string, () => ReturnType<typeof tls>, (() => Record<string, string>)?]>([
  ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', () => tls(pem('self-signed'))],
  ['expired', 'CERT_HAS_EXPIRED', () => tls(pem('expired')), () => trusting(pem('expired'))],
  [
    'not yet valid',
    'CERT_NOT_YET_VALID',
    () => tls(pem('not-yet-valid')),
    () => trusting(pem('not-yet-valid')),
  ],
  [
    'of another host',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    () => tls(pem('of-another-host')),
    () => trusting(pem('of-another-host')),
  ],
  ['TLS 1.1', 'ERR_SSL', () => tls(pem('self-signed'), old)],
  ['TLS 1.1 where Node was set to take it', 'ERR_SSL', () => tls(pem('self-signed'), old), () => lax],
])(
  'row 62, %s: exit 3, %s',
  async (_, reason, listening, more) => {
    // Node reads its settings for certificates as it starts.
    const { code, err, verdict } = await (more
      ? against(listening(), [], 'https', more())
      : turnedAway(listening(), 'https'));
    expect(err).toContain(`no trusted connection (${reason}`);
    expect(err).toContain('check the certificate of the target');
    expect(code).toBe(3);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  },
  60_000,
);

test.concurrent('a private authority that is trusted: exit 0', async () => {
  const authority = join(built.folder, 'trusted.pem');
  writeFileSync(authority, pem('self-signed'));
  const sandbox = await startSandbox();
  const before = await listenTlsBefore(Number(new URL(sandbox.baseUrl).port), {
    key: pem('key'),
    cert: pem('self-signed'),
  });
  const env = {
    ...settings(`https://127.0.0.1:${before.port}`, sandbox.settings),
    RAMP_BASE_URL: `https://127.0.0.1:${before.port}`,
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: '',
  };
  const { code, verdict } = await run(env, ['--only', 'balances.read/has-its-members']);
  before.close();
  await sandbox.close();
  expect(code).toBe(0);
  const result = verdict?.requirements.find(({ id }) => id === 'balances.read/has-its-members');
  expect(result?.outcome).toBe('conforms');
}, 60_000);
