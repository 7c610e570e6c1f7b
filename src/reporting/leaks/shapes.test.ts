import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findShapes, shapes } from './shapes.ts';

/** Parts of shapes, from which whole shapes, halves and neighbours of them are built. */
const pieces = [
  ...[
    'jane.doe',
    '@',
    'mail.example.com',
    '+',
    '55 (11) 91234-5678',
    'DE89',
    ' 3704',
    ' 0044',
    '123456789012',
  ],
  ...[
    '4111',
    '-',
    '.',
    '_',
    ' ',
    'eyJ',
    'hbGciOiJIUzI1NiJ9',
    'bearer ',
    'sk',
    'key',
    'aZ3fGh8kLm2nPq7r',
    'é',
    '#',
  ],
  ...[
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'd41d8cd98f00b204e9800998ecf8427e',
    '<uuid#3f9a>',
    '2026-11-21T',
  ],
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
