import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlteredKey, isMalformedBound, isMalformedId, isStrangeCurrency } from './classify.ts';
import { strangeSegment } from './codes.ts';
import { alteredKey, alteredKeys, malformedBound, malformedId, nearIds, unrelatedKeys } from './invalid.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';

keepsTheLaws('malformedId', malformedId, (id) => isMalformedId(encodeURIComponent(id)));
keepsTheLaws('strangeSegment', strangeSegment, isStrangeCurrency);

const id = '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1';

test.each([
  ...['ZZZ', 'no-such', 'U%D0%85D', '-1'].map((segment) => [segment, true] as const),
  ...['USD', 'usd', '%20BRL', 'BTC_LIGHTNING', '', '.', '..', 'a%2Fb', '%zz'].map(
    (segment) => [segment, false] as const,
  ),
])('%j is a strange currency: %s', (segment, isStrange) => {
  expect(isStrangeCurrency(segment)).toBe(isStrange);
});

describe('isMalformedId', () => {
  test.each(['abc', '42', `${id}-abcd`, id.slice(0, 23), id.replace('8', 'x'), 'no%2Dsuch%2Did'])(
    '%j is',
    (segment) => {
      expect(isMalformedId(segment)).toBe(true);
    },
  );
  test.each([
    id,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    `{${id}}`,
    `urn:uuid:${id}`,
    ` ${id}`,
    `%7B${id}%7D`,
    id.slice(0, -1),
    '1-1-1-1-1',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'jxRkX87qRn-l1ZGxzLGg8Q',
    '',
    '.',
    '..',
    'a/b',
    'a%2Fb',
    '%zz',
  ])('%j is not', (segment) => {
    expect(isMalformedId(segment)).toBe(false);
  });
});

test('near ids differ from a known one in one place only', () => {
  for (const id of ['5eed0a01-0000-4000-8000-000000000001', 'ff000000-0000-4000-8000-00000000000a'])
    for (const near of nearIds(id)) {
      expect([...near].filter((character, at) => character !== id[at])).toHaveLength(1);
      expect(near).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
});

test('another turn has other examples, and the same turn the same', () => {
  const own = malformedId().examplesOf(0).slice(0, 3);
  const drawn = Array.from({ length: 20 }, (_, at) =>
    malformedId()
      .examplesOf(at + 1)
      .slice(0, 3)
      .join('\n'),
  );
  expect(new Set(drawn).size).toBeGreaterThan(15);
  expect(drawn).not.toContain(own.join('\n'));
  expect(malformedId().examplesOf(7)).toEqual(malformedId().examplesOf(7));
});

keepsTheLaws('malformedBound', malformedBound, isMalformedBound);

test.each(['0x1', 'abc', '1.5', '', '1e400', ' ', '9'.repeat(26)])('%j is malformed, and tried', (text) => {
  expect(isMalformedBound(text)).toBe(true);
  expect(meets(malformedBound(), (value) => value === text)).toBeGreaterThan(95);
});

test.each(['1', ' 1', '01', '+1', '1.0', '\uff11', '\u0661'])('%j is not', (text) => {
  expect(isMalformedBound(text)).toBe(false);
});

test('zero is no positive number, however it is written', () => {
  for (const text of ['0', '00', '-0', '0.0']) expect(isMalformedBound(text)).toBe(true);
});

const key = 'sk_Test-4f9A';

for (const [own, ...others] of [[key], ['key-1', 'key-2'], ['k'], [' 123 4 ']] as const)
  keepsTheLaws(
    `alteredKey of ${own}`,
    () => alteredKey(own, ...others),
    (value) => isAlteredKey(value, own.trim(), ...others),
  );

test('alters every place of a key', () => {
  const drawn = fc.sample(alteredKey(key), { seed: 1, numRuns: 2000 }).filter(({ length }) => length === key.length);
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

test('the ways of altering a key are each another, described, and none of them valid', () => {
  const ways = alteredKeys(key, `${key}0`);
  expect(new Set(ways.map(({ value }) => value)).size).toBe(ways.length);
  expect(ways.length).toBeGreaterThan(5);
  for (const { value, description } of ways) {
    expect(isAlteredKey(value, key, `${key}0`)).toBe(true);
    expect(description).toMatch(/^the key /);
    expect(description).not.toContain(key);
  }
});

test.each([
  [key, `${key}0`],
  ['a1b2c3d4-0000-4000-8000-00000000ab12', '7d3f1c58-0000-4000-8000-00000000ab12'],
  ['unknown', ''],
])('unrelated keys have nothing of the valid ones %j and %j', (valid, other) => {
  const unrelated = unrelatedKeys(valid, other);
  const [shape] = unrelated;
  expect(unrelated.length).toBeGreaterThan(1);
  expect(shape?.description).toBe('another key of the same shape');
  expect(shape?.value).toHaveLength(valid.length);
  for (const { value } of unrelated) {
    expect(isAlteredKey(value, valid, other)).toBe(true);
    expect(value.slice(0, 3)).not.toBe(valid.slice(0, 3));
  }
  expect([...(shape?.value ?? '')].every((letter, at) => !/[a-z0-9]/i.test(letter) || letter !== valid[at])).toBe(true);
  expect(unrelatedKeys(valid, other)).toEqual(unrelated);
});

describe('isAlteredKey', () => {
  test.each(['sk_test-4f9a', 'sk_Test-4f9', `${key}0`])('%j is', (value) => {
    expect(isAlteredKey(value, key)).toBe(true);
  });
  test.each([key, ` ${key}`, `${key} `, '', 'k\u0443y', 'a\nb'])('%j is not', (value) => {
    expect(isAlteredKey(value, key)).toBe(false);
  });
});
