import { expect, test } from 'vitest';
import { headerForm, storedHeaderForm } from './plain-headers.ts';
import { readEndpoint } from './written.ts';

test.each([
  ['cache-control', 'no-store', 'no-store'],
  ['cache-control', 'Public,max-age=060', 'public, max-age=60'],
  ['cache-control', 'max-age=31536000, immutable', 'max-age=31536000, immutable'],
  ['cache-control', 'no-cache="Set-Cookie", private', 'no-cache, private'],
  ['deprecation', 'true', 'true'],
  ['deprecation', '@1793491200', '2026-11-01'],
  ['sunset', 'Thu, 31 Dec 2026 23:59:59 GMT', 'Thu, 31 Dec 2026 23:59:59 GMT'],
  ['ratelimit-limit', '100', '100'],
  ['ratelimit-limit', '100, 100;w=60', '100, 100;w=60'],
  ['x-ratelimit-limit', '1000', '1000'],
])('%s: %s is written as %s, and stays so', (name, value, form) => {
  expect([headerForm(name, value), storedHeaderForm(name, form)]).toEqual([form, form]);
});

const secret = 'sk-acme-4711-8tg4rf6yh';

test.each([
  ['cache-control', 'max-age=60, jane-doe-12-harley-street', 'max-age=60, other'],
  ['cache-control', `private="${secret}"`, 'private'],
  ['cache-control', 'max-age=123456789', 'present'],
  ['cache-control', 'max-age=5521987654', 'present'],
  ['cache-control', `community="${secret}", no-store`, 'other, no-store'],
  ['cache-control', secret.slice(0, 11), 'present'],
  ['deprecation', 'Jane Doe', 'present'],
  ['deprecation', '@5521987654', 'present'],
  ['deprecation', 'version="jane@mail.example"', 'present'],
  ['sunset', 'Wed, 03 Apr 1985 00:00:00 GMT', 'present'],
  ['sunset', '1985-04-03', 'present'],
  ['sunset', 'Jane 1 Dec 2026', 'present'],
  ['ratelimit-limit', '5521987654', 'present'],
  ['ratelimit-limit', '"jane.doe";q=100', 'present'],
  ['ratelimit-limit', '100;w=60;comment="Jane Doe"', '100;w=60'],
  ['x-ratelimit-limit', secret, 'present'],
  ['etag', secret, 'present'],
])('%s: nothing of %s is kept but %s', (name, value, form) => {
  expect(headerForm(name, value)).toBe(form);
});

test('what a file holds is written anew too', () => {
  const facts = readEndpoint({
    'header cache-control': `no-store or ${secret} or none`,
    '404 header sunset': 'Jane Doe',
  });
  expect([...facts.values()].map(({ value }) => value.parts.map(({ form }) => form))).toEqual([
    expect.arrayContaining(['no-store', 'present', 'none']),
    ['present'],
  ]);
});
