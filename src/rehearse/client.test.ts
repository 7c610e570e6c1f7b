import { expect, test } from 'vitest';
import { environmentOf } from './client.ts';

const settings = { RAMP_BASE_URL: 'http://127.0.0.1:4711', RAMP_API_KEY: 'sandbox-key' };

test('a client gets the sandbox, under names of its own too, and nothing of a target', () => {
  const own = {
    PATH: '/bin',
    RAMP_BASE_URL: 'https://vendor.example',
    RAMP_API_KEY: 'a-real-key',
    RAMP_HEADERS: 'X-Tenant=acme',
    CLIENT_KEY: 'a-real-key',
    CLIENT_URL: 'https://vendor.example',
    NO_PROXY: 'intranet.example',
  };
  expect(environmentOf(own, settings, { CLIENT_URL: 'RAMP_BASE_URL' })).toEqual({
    PATH: '/bin',
    NO_PROXY: 'intranet.example,127.0.0.1,localhost',
    no_proxy: 'intranet.example,127.0.0.1,localhost',
    RAMP_BASE_URL: 'http://127.0.0.1:4711',
    RAMP_API_KEY: 'sandbox-key',
    CLIENT_URL: 'http://127.0.0.1:4711',
  });
});
