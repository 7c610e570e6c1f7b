import { describe, expect, test } from 'vitest';
import { isMalformedBound, isMalformedId, isStrangeCurrency } from './classify.ts';
import { malformedBound, malformedId, nearIds } from './id.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';
import { strangeSegment } from './orders.ts';

keepsTheLaws('malformedId', malformedId, (id) => isMalformedId(encodeURIComponent(id)));
keepsTheLaws('strangeSegment', strangeSegment, isStrangeCurrency);

const id = '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1';

test.each(['ZZZ', 'no-such', 'U%D0%85D', '-1'])('%j is a strange currency', (segment) => {
  expect(isStrangeCurrency(segment)).toBe(true);
});

test.each(['USD', 'usd', '%20BRL', 'BTC_LIGHTNING', '', '.', '..', 'a%2Fb', '%zz'])(
  '%j is no strange currency',
  (segment) => {
    expect(isStrangeCurrency(segment)).toBe(false);
  },
);

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
