import { expect, test } from 'vitest';
import { environmentOf } from './client.ts';

const settings = { RAMP_BASE_URL: 'http://127.0.0.1:4711', RAMP_API_KEY: 'sandbox-key' };
const nothing = { names: {}, kept: { names: [], secrets: [] } };

test('a client gets the sandbox, under names of its own too, and no setting of a target', () => {
  const own = {
    PATH: '/bin',
    JAVA_HOME: '/opt/java',
    RAMP_BASE_URL: 'https://vendor.example',
    RAMP_ACME_API_KEY: 'a-real-key-4711',
    CLIENT_URL: 'https://vendor.example',
    NO_PROXY: 'intranet.example',
  };
  const names = { CLIENT_URL: 'RAMP_BASE_URL' };
  expect(environmentOf(own, settings, { ...nothing, names })).toEqual({
    env: {
      PATH: '/bin',
      JAVA_HOME: '/opt/java',
      NO_PROXY: 'intranet.example,127.0.0.1,localhost',
      no_proxy: 'intranet.example,127.0.0.1,localhost',
      RAMP_BASE_URL: 'http://127.0.0.1:4711',
      RAMP_API_KEY: 'sandbox-key',
      CLIENT_URL: 'http://127.0.0.1:4711',
    },
    withheld: [],
  });
});

const key = 'sk-of-acme-4711+/="8Tg4';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['as it is', key],
  ['behind Bearer', `Bearer ${key}`],
  ['in a URL', `https://user:${encodeURIComponent(key)}@vendor.example/`],
  ['in JSON', JSON.stringify({ profiles: [{ key }] })],
  ['in base64', base64(key)],
  ['in base64, with more before it', base64(`user:${key}`)],
  ['in base64 of JSON', base64(JSON.stringify({ key: 'x', more: key }))],
  ['in base64 of base64', base64(base64(key))],
  ['in base64 for URLs', Buffer.from(key).toString('base64url')],
  ['in hex', Buffer.from(key).toString('hex')],
  ['in capitals', key.toUpperCase()],
  ['backwards', [...key].reverse().join('')],
])('a variable that has a key %s is withheld, whatever its name', (_, value) => {
  const { env, withheld } = environmentOf({ CLIENT_SETTING: value, PATH: `/bin:/opt/${key}` }, settings, {
    names: {},
    kept: { names: [], secrets: [key] },
  });
  expect(JSON.stringify(env)).not.toContain(value);
  expect([env.PATH, withheld]).toEqual(['/bin', ['CLIENT_SETTING', 'PATH']]);
});

test('the variable of a key is withheld by its name, and a short secret where it stands alone', () => {
  const own = { STAGING_API_KEY: 'any', TENANT: 'acme', HOME: '/home/acme', PATH: '/home/acme/bin' };
  const kept = { names: ['STAGING_API_KEY'], secrets: ['acme'] };
  const { env, withheld } = environmentOf(own, settings, { names: {}, kept });
  expect(withheld).toEqual(['STAGING_API_KEY', 'TENANT']);
  expect(env).toMatchObject({ HOME: '/home/acme', PATH: '/home/acme/bin' });
});
