import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { answerOf, excerptOf } from './by-hand.ts';

const replyWith = (headers: Readonly<Record<string, string>>, echoesKey = false): Reply =>
  ({ status: 500, headers, echoesKey, exchange: {} }) as unknown as Reply;

test.each([
  ['x-request-id', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['cf-ray', '8f1a2b3c4d5e6f70-FRA'],
  ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678'],
])('an answer is known again by its %s', (name, value) => {
  expect(answerOf(replyWith({ [name]: value }), undefined)).toEqual({ status: 500, id: `${name}: ${value}` });
});

test.each([
  ['an address', { 'x-request-id': 'jane1@canary.test' }],
  ['a telephone number', { 'x-request-id': '4915112345678' }],
  ['an account', { 'x-request-id': 'DE89370400440532013000' }],
  ['what looks like a key', { 'x-request-id': 'sk_canary_9f8e7d6c5b4a' }],
  ['what looks like a token', { 'x-request-id': 'Zk3n4Qx81aPq02LmWv7yTt5bRr6cUu9d' }],
  ['two lines', { 'x-request-id': 'abc1\nset-cookie: x' }],
  ['another header', { 'x-customer': 'a1b2c3d4' }],
])('%s is no id of a request', (_what, headers) => {
  expect(answerOf(replyWith(headers), undefined)).toEqual({ status: 500 });
});

test('an answer that repeats the key shows no id', () => {
  expect(answerOf(replyWith({ 'x-request-id': 'a1b2c3d4' }, true), undefined)).toEqual({ status: 500 });
});

const items = Array.from({ length: 40 }, (_, at) => ({ id: `<uuid#${at}>`, to: { currency: 'USD', rail: 'ACH' } }));
const long = JSON.stringify({ data: items, count: 40, links: { next: 'x'.repeat(900) } }, null, 2);

test('a long body is shown around the place of its finding, a short one whole', () => {
  expect(excerptOf(long, '$.data[7].to.currency')).toBe(
    [
      '{',
      '  "data": [',
      '    {',
      '      "id": "<uuid#7>",',
      '      "to": {',
      '        "currency": "USD",',
      '        "rail": "ACH"',
      '      }',
      '    },',
      '    … 39 more',
      '  ],',
      '  "count": 40,',
      '  "links": {…}',
      '}',
    ].join('\n'),
  );
  expect(excerptOf(long, 'status')).toBe('{\n  "data": [… 40],\n  "count": 40,\n  "links": {…}\n}');
  expect(excerptOf('{"id":1}', '$.id')).toBe('{"id":1}');
});
