import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutGit } from '../testing/git.test.support.ts';
import type { Environment } from './given.ts';
import { readSettings } from './read.ts';
import { folderWith, problemsOf as problemsIn } from './settings.test.support.ts';

withoutGit();

const pem = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../whole/hostile/${name}.test.pem`), 'utf8');

const encrypted = createPrivateKey(pem('key')).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'open sesame',
});

const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const files = {
  key: 'key-from-a-secret-file\n',
  empty: '\n',
  'client.pem': pem('self-signed'),
  'client.key': pem('key'),
  'both.pem': pem('self-signed') + pem('key'),
  'encrypted.key': encrypted,
  'other.key': other.export({ type: 'pkcs8', format: 'pem' }),
  'expired.pem': pem('expired'),
};

const filesFolder = (): string => {
  const cwd = folderWith(files);
  mkdirSync(join(cwd, 'folder'));
  return cwd;
};

const remote = { RAMP_BASE_URL: 'https://ramp.example.com' };
const withKey = { ...remote, RAMP_API_KEY: 'full-key-of-a-test' };

const read = (env: Environment, cwd = filesFolder()) => readSettings({ env: { ...env }, cwd });

const problemsOf = (env: Environment, cwd = filesFolder()) => problemsIn({ env: { ...env }, cwd });

test('a key is read from the file that its variable names', () => {
  const env = { ...remote, RAMP_API_KEY_FILE: 'key', RAMP_RESTRICTED_API_KEY: 'key-without-permission' };
  expect(read(env).service?.keys).toEqual({
    full: 'key-from-a-secret-file',
    restricted: 'key-without-permission',
  });
});

test.each([
  ['nowhere', 'names a file that does not exist'],
  ['empty', 'names an empty file'],
  ['folder', 'names a file that is no regular file'],
])('a key in the file %s: %s', (name, problem) => {
  expect(problemsOf({ ...remote, RAMP_API_KEY_FILE: name })).toEqual([`RAMP_API_KEY_FILE ${problem}`]);
});

test('a key that stands in a file and beside it is refused', () => {
  expect(problemsOf({ ...withKey, RAMP_API_KEY_FILE: 'key' })).toEqual([
    'RAMP_API_KEY_FILE and RAMP_API_KEY are both set',
  ]);
});

test('the keys of a named target may stand in files too', () => {
  const target = {
    name: 'staging',
    texts: remote,
    keys: { full: 'STAGING_KEY', headers: 'STAGING_TOKEN', passphrase: undefined, proxy: 'STAGING_PROXY_SECRET' },
  };
  const env = {
    STAGING_KEY_FILE: 'key',
    STAGING_TOKEN: 'X-Tenant=acme',
    RAMP_PROXY: 'http://proxy.example.com',
  };
  const configured = {
    texts: {},
    target,
    keyVariables: ['STAGING_KEY', 'STAGING_KEY_FILE', 'STAGING_TOKEN'],
  };
  const sources = { cwd: filesFolder(), configured };
  const own = { ...env, STAGING_PROXY_SECRET: 'http://own.example.com' };
  expect(readSettings({ ...sources, env: own }).service?.network?.proxy).toBe('http://own.example.com');
  const { service } = readSettings({ ...sources, env });
  expect(service).toMatchObject({
    keys: { full: 'key-from-a-secret-file' },
    network: { headers: { 'x-tenant': 'acme' }, proxy: 'http://proxy.example.com' },
  });
  const wrong = () => readSettings({ ...sources, env: { STAGING_KEY_FILE: 'empty' } });
  expect(wrong).toThrow('STAGING_KEY_FILE names an empty file');
});

test.each([
  { RAMP_CLIENT_CERT: 'client.pem', RAMP_CLIENT_KEY: 'client.key' },
  { RAMP_CLIENT_CERT: 'both.pem' },
  {
    RAMP_CLIENT_CERT: 'client.pem',
    RAMP_CLIENT_KEY: 'encrypted.key',
    RAMP_CLIENT_KEY_PASSPHRASE: 'open sesame',
  },
])('a client certificate is read with its key: %o', (env) => {
  const { certificate } = read({ ...withKey, ...env }).service?.network ?? {};
  expect(certificate?.cert).toContain('BEGIN CERTIFICATE');
  expect(certificate?.key).toMatch(/BEGIN .*PRIVATE KEY/);
});

test.each<[Environment, string]>([
  [{ RAMP_CLIENT_KEY: 'client.key' }, 'RAMP_CLIENT_CERT is not set though RAMP_CLIENT_KEY is'],
  [{ RAMP_CA_CERT: 'nowhere' }, 'RAMP_CA_CERT names a file that does not exist'],
  [{ RAMP_CA_CERT: 'client.key' }, 'RAMP_CA_CERT names a file without a certificate in PEM'],
  [{ RAMP_CLIENT_CERT: 'nowhere' }, 'RAMP_CLIENT_CERT names a file that does not exist'],
  [{ RAMP_CLIENT_CERT: 'client.key' }, 'RAMP_CLIENT_CERT names a file without a certificate in PEM'],
  [{ RAMP_CLIENT_CERT: 'client.pem' }, 'RAMP_CLIENT_KEY names a file without a private key in PEM'],
  [
    { RAMP_CLIENT_CERT: 'client.pem', RAMP_CLIENT_KEY: 'other.key' },
    'RAMP_CLIENT_KEY names a key that does not belong to the certificate in RAMP_CLIENT_CERT',
  ],
  [
    { RAMP_CLIENT_CERT: 'client.pem', RAMP_CLIENT_KEY: 'encrypted.key' },
    'RAMP_CLIENT_KEY_PASSPHRASE is not set though the key is encrypted',
  ],
  [
    {
      RAMP_CLIENT_CERT: 'client.pem',
      RAMP_CLIENT_KEY: 'encrypted.key',
      RAMP_CLIENT_KEY_PASSPHRASE: 'another',
    },
    'RAMP_CLIENT_KEY_PASSPHRASE does not open the key',
  ],
  [
    { RAMP_CLIENT_CERT: 'expired.pem', RAMP_CLIENT_KEY: 'client.key' },
    'RAMP_CLIENT_CERT names a certificate that has expired',
  ],
])('%o: %s', (env, problem) => {
  expect(problemsOf({ ...withKey, ...env })).toEqual([problem]);
});

test('the authorities of a target are read, those that Node was given too, and nothing else of their file', () => {
  const cwd = filesFolder();
  const [one = '', other = ''] = ['client.pem', 'expired.pem'].map((name) =>
    readFileSync(join(cwd, name), 'utf8').trim(),
  );
  writeFileSync(join(cwd, 'ca.pem'), `# ours\n${readFileSync(join(cwd, 'client.key'), 'utf8')}${one}\n`);
  const env = { ...withKey, RAMP_CA_CERT: 'ca.pem', NODE_EXTRA_CA_CERTS: join(cwd, 'expired.pem') };
  expect(readSettings({ env, cwd }).service?.network).toEqual({ authorities: `${one}\n${other}` });
});

test('in the clear there is neither a proxy nor a certificate', () => {
  const env = { ...withKey, RAMP_BASE_URL: 'http://127.0.0.1:4010' };
  const used = { RAMP_PROXY: 'http://127.0.0.1:3128', RAMP_CLIENT_CERT: 'both.pem', RAMP_CA_CERT: 'client.pem' };
  expect(problemsOf({ ...env, ...used })).toEqual(
    Object.keys(used).map((name) => `${name} is set, but RAMP_BASE_URL is http`),
  );
});

test('behind a proxy loopback is another machine: money needs its host, and there is a rate', () => {
  const env = { ...withKey, RAMP_BASE_URL: 'https://localhost:4010' };
  const here = read(env);
  expect([here.money, here.budgets.requestsPerSecond]).toEqual([true, undefined]);
  const elsewhere = read({ ...env, RAMP_PROXY: 'http://127.0.0.1:3128' });
  expect([elsewhere.money, elsewhere.budgets.requestsPerSecond]).toEqual(['RAMP_MONEY_HOST is not set', 10]);
});

test.each(['ftp://proxy', 'proxy.example.com:3128', 'http://proxy/path', 'socks5://proxy:1080', ''])(
  'the proxy %j is none',
  (proxy) => {
    expect(problemsOf({ ...withKey, RAMP_PROXY: proxy })).toEqual(proxy === '' ? [] : ['RAMP_PROXY cannot be used']);
  },
);

test('further headers are read with all that a value may hold', () => {
  const headers = 'X-Tenant=acme, X-Gateway-Token=0a1b==, X-Note=two words, Authorization=Basic dXNlcjpwYXNz';
  expect(read({ ...withKey, RAMP_HEADERS: headers }).service?.network?.headers).toEqual({
    'x-tenant': 'acme',
    'x-gateway-token': '0a1b==',
    'x-note': 'two words',
    authorization: 'Basic dXNlcjpwYXNz',
  });
});

test.each(['Authorization=Bearer', 'X-Note=the', 'Authorization=Basic me:'])(
  'a further header %s with a key is refused',
  (text) => {
    const holding = `${text} ${withKey.RAMP_API_KEY}`;
    const problem =
      'RAMP_HEADERS contains the key of RAMP_API_KEY: remove the key from RAMP_HEADERS; the key goes only into x-api-key';
    expect(() => read({ ...withKey, RAMP_HEADERS: holding })).toThrow(problem);
  },
);

test.each([
  'X-API-Key=another',
  'Cookie=a',
  'Host=elsewhere.example.com',
  'Content-Type=text/plain',
  'X-HTTP-Method-Override=POST',
  'X-HTTP-Method=POST',
  'X-Method=POST',
  'X-Original-Method=POST',
  'X-Original-URL=/v1/ramp/x',
  'X-Rewrite-URL=/v1/ramp/x',
  'X-Forwarded-Prefix=/admin',
  'Range=bytes=0-1',
  'If-None-Match=*',
  'X-Tenant=a, x-tenant=b',
  'X-Tenant',
  'X-Tenant=',
  'X Tenant=a',
  'X-Tenant=é',
])('the header %s is refused, and no value is repeated', (text) => {
  expect(problemsOf({ ...withKey, RAMP_HEADERS: text })).toEqual(['RAMP_HEADERS cannot be used']);
});
