import { expect, test } from 'vitest';
import { withoutGit } from '../testing/git.test.support.ts';
import { secretsAround } from './all-secrets.ts';
import { folderWith } from './settings.test.support.ts';

withoutGit();

const configured = { texts: {}, keyVariables: ['STAGING_API_KEY', 'STAGING_API_KEY_FILE'], keyFiles: ['client.pem'] };

test.each<[string, Readonly<Record<string, string>>, Record<string, string>]>([
  ['the environment', {}, { RAMP_API_KEY: 'the-secret' }],
  ['.env', { '.env': 'RAMP_API_KEY=the-secret\n' }, {}],
  ['a file for --settings', { 'vendor.env': 'RAMP_OTHER_API_KEY=the-secret\n' }, {}],
  ['the variable of a named target', { '.env': 'STAGING_API_KEY=the-secret\n' }, {}],
  ['a key variable that no target names', { '.env': 'RAMP_ACME_API_KEY=the-secret\n' }, {}],
  ['a file with a key', { key: 'the-secret\n' }, { RAMP_API_KEY_FILE: 'key' }],
  ['a file that .env names', { '.env': 'RAMP_API_KEY_FILE=key\n', key: 'the-secret\n' }, {}],
  ['a file of a named target', { key: 'the-secret\n' }, { STAGING_API_KEY_FILE: 'key' }],
  ['a private key', { 'client.pem': 'the-secret' }, {}],
  ['a further header', {}, { RAMP_HEADERS: 'X-Tenant=acme, X-Gateway-Token=the-secret' }],
  ['a header with its scheme', {}, { RAMP_HEADERS: 'Authorization=Bearer the-secret' }],
  ['a login', {}, { RAMP_HEADERS: `Authorization=Basic ${Buffer.from('user:the-secret').toString('base64')}` }],
  ['the password of a proxy', {}, { RAMP_PROXY: 'http://user:the%2Dsecret@proxy.example:3128' }],
  ['a passphrase', {}, { RAMP_CLIENT_KEY_PASSPHRASE: 'the-secret' }],
])('a secret in %s is known', (_, files, env) => {
  expect(secretsAround({ cwd: folderWith(files), env, configured }).secrets).toContain('the-secret');
});

test('what is no secret is none', () => {
  const files = { '.env': 'DATABASE_URL=postgres://x\nRAMP_AMOUNT=1000\nRAMP_BASE_URL=https://vendor.example\n' };
  const env = { RAMP_USD_RECIPIENT_ID: '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b', PATH: '/bin' };
  expect(secretsAround({ cwd: folderWith(files), env, configured })).toEqual({
    names: ['STAGING_API_KEY', 'STAGING_API_KEY_FILE'],
    secrets: [],
  });
});
