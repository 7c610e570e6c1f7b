import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlteredKey, isMisplacedKey } from './classify-key.ts';
import { alteredKey, misplacement } from './key.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';

const key = 'sk_Test-4f9A';

keepsTheLaws(
  'alteredKey',
  () => alteredKey(key),
  (value) => isAlteredKey(value, key),
);
keepsTheLaws(
  'alteredKey beside another valid one',
  () => alteredKey('key-1', 'key-2'),
  (value) => isAlteredKey(value, 'key-1', 'key-2'),
);
keepsTheLaws(
  'alteredKey of one letter',
  () => alteredKey('k'),
  (value) => isAlteredKey(value, 'k'),
);
keepsTheLaws(
  'alteredKey of digits',
  () => alteredKey(' 123 4 '),
  (value) => isAlteredKey(value, '123 4'),
);
keepsTheLaws(
  'misplacement',
  () => misplacement(key),
  (misplaced) => isMisplacedKey(misplaced, key),
);

test('alters every place of a key', () => {
  const drawn = fc
    .sample(alteredKey(key), { seed: 1, numRuns: 2000 })
    .filter(({ length }) => length === key.length);
  const places = [...key].map((letter, at) =>
    drawn.some((value) => value.charAt(at).toLowerCase() !== letter.toLowerCase()),
  );
  expect(places).toEqual(places.map(() => true));
});

test.each([
  ['replaced', (value: string) => value.length === key.length && value.toLowerCase() !== key.toLowerCase()],
  ['truncated', (value: string) => value.length < key.length],
  ['extended', (value: string) => value.length > key.length],
  ['recased', (value: string) => value.toLowerCase() === key.toLowerCase()],
])('a gate run tries one that is %s', (_family, isSuch) => {
  expect(meets(alteredKey(key), isSuch)).toBeGreaterThan(95);
});

test('an empty key cannot be altered', () => {
  expect(() => alteredKey('  ')).toThrow('the key is empty');
});

test('a gate run tries all three misplacements', () => {
  const places = fc.sample(misplacement(key), { seed: 1, numRuns: 12 }).map((credential) => credential.in);
  expect(new Set(places)).toEqual(new Set(['query', 'cookie', 'bearer']));
});

test('a key in its header, or another one elsewhere, is not misplaced', () => {
  expect(isMisplacedKey({ in: 'header', value: key }, key)).toBe(false);
  expect(isMisplacedKey({ in: 'cookie', value: `${key}0` }, key)).toBe(false);
});

describe('isAlteredKey', () => {
  test.each(['sk_test-4f9a', 'sk_Test-4f9', `${key}0`])('%j is', (value) => {
    expect(isAlteredKey(value, key)).toBe(true);
  });
  test.each([key, ` ${key}`, `${key} `, '', 'k\u0443y', 'a\nb'])('%j is not', (value) => {
    expect(isAlteredKey(value, key)).toBe(false);
  });
});
