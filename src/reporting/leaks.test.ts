import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLeaks, findShapes, leakText, shapes } from './leaks.ts';

const scan = (text: string, search: 'all' | 'literal' = 'all') =>
  findLeaks([{ file: 'f', text, search }], { secrets: ['s3cret-"key"&1'], numbers: ['1234567890'] });

describe('leaks', () => {
  test.each([
    ['s3cret-"key"&1', 'secret of the run'],
    ['s3cret-&quot;key&quot;&amp;1', 'secret of the run'],
    [JSON.stringify({ a: 's3cret-"key"&1' }), 'secret of the run'],
    [`"${Buffer.from('s3cret-"key"&1').toString('base64')}"`, 'secret of the run'],
    ['mail jane.doe+x@mail.example.com', 'e-mail address'],
    ['call +55 (11) 91234-5678 now', 'phone number'],
    ['"+5511912345678"', 'phone number'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN'],
    ['"GB29NWBK60161331926819"', 'IBAN'],
    ['account 123456789012', 'long number'],
    ['4111 1111 1111 1111', 'long number'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF', 'token'],
    ['Bearer abcdefghijklmnop1234', 'token'],
    ['sk_live_abcdefghijklmnop12', 'token'],
    ['aZ3fGh8kLm2nPq7rSt5vWx9yBc4dEf6g', 'token'],
  ])('%s is a %s', (text, kind) => {
    expect(scan(`first line\n${text}`)).toContainEqual({ file: 'f', kind, line: 2 });
  });

  test.each([
    '<uuid#3f9a> <text(12)#9c1d> &lt;e164#1234567890123456&gt; {"id":"\\u003cuuid#00ff\\u003e"}',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 d41d8cd98f00b204e9800998ecf8427e',
    '2026-11-21T02:00:00.123456789Z, 2026-11-21, seed 1234567890 and -1234567890',
    '{"start":1763690400000,"stop": 1763690400123,"timestamp":1763690400123}',
    '"100000000.00000000" {"name":"content-length","value":"123456789"}',
    'expected decimal(12), actual 0.123456789012',
    'onramp.initiate/names-no-error-for-an-absent-bank-account RAMP_INCOMPLETE_NAMED_RECIPIENT_ID',
    '@media print { margin: 0 } 14 endpoints, 1 + 2',
    'Fri, 21 Nov 2026 02:00:00 GMT, 127.0.0.1:43123',
  ])('%s is none', (text) => {
    expect(scan(text)).toEqual([]);
  });

  test('output of third-party code is searched for secrets only', () => {
    expect(scan('someone@mail.example.com 4111111111111111', 'literal')).toEqual([]);
    expect(scan(JSON.stringify({ a: 'xs3cret-"key"&1' }), 'literal')).toHaveLength(1);
  });

  test('in files that are the same are named for each', () => {
    const twice = ['a', 'b'].map((file) => ({ file, text: 'jane@mail.example.com', search: 'all' as const }));
    const leaks = findLeaks(twice, { secrets: [], numbers: [] });
    expect(leaks.map(leakText)).toEqual(['a:1 e-mail address', 'b:1 e-mail address']);
  });

  test('of a JSON file are named with their path, which names nobody', () => {
    const verdict = {
      waivers: [{ reason: 'ask jane@mail.example.com' }],
      'joe@mail.example.com': { note: 'ann@mail.example.com' },
    };
    const text = JSON.stringify(verdict, null, 2);
    const leaks = findLeaks([{ file: 'verdict.json', text, search: 'all' }], { secrets: [], numbers: [] });
    expect(leaks.map(leakText)).toEqual([
      'verdict.json:4 $.waivers[0].reason e-mail address',
      'verdict.json:7 $.* (a name) e-mail address',
      'verdict.json:8 $.*.note e-mail address',
    ]);
  });
});

/** Parts of shapes, from which whole shapes, halves and neighbours of them are built. */
const pieces = [
  ...['jane.doe', '@', 'mail.example.com', '+', '55 (11) 91234-5678', 'DE89', ' 3704', ' 0044', '123456789012'],
  ...['4111', '-', '.', '_', ' ', 'eyJ', 'hbGciOiJIUzI1NiJ9', 'bearer ', 'sk', 'key', 'aZ3fGh8kLm2nPq7r', 'é', '#'],
  ...['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'd41d8cd98f00b204e9800998ecf8427e', '<uuid#3f9a>', '2026-11-21T'],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

test('a text without the sign of a shape holds none', () => {
  const signed = shapes.filter(({ sign }) => sign !== undefined);
  expect(signed.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(text, fc.constantFrom(...signed), (sample, { sign = '', pattern }) => {
      const without = sample.replaceAll(sign, '');
      fc.pre(!without.includes(sign));
      return without.match(pattern) === null;
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['after a blank', (word: string) => ` ${word}`, true],
  ['after a word', (word: string) => `x${word}`, true],
  ['in a path', (word: string) => `/${word}`, false],
])('a mixed word is a token from 32 characters on, %s', (_, placed, expected) => {
  for (let length = 20; length <= 70; length++) {
    const [sample = ''] = placed('aZ3-'.repeat(20).slice(0, length)).match(/[\w-]+/) ?? [];
    const found = findShapes(placed('aZ3-'.repeat(20).slice(0, length)), []);
    expect([length, found.length]).toEqual([length, expected && sample.length >= 32 ? 1 : 0]);
  }
});

test('of words of hexadecimal digits those as long as a digest are none', () => {
  for (let length = 16; length <= 70; length++) {
    const found = findShapes(`key-${'ab'.repeat(35).slice(0, length)}`, []);
    expect([length, found.length]).toEqual([length, [32, 40, 64].includes(length) ? 0 : 1]);
  }
});
