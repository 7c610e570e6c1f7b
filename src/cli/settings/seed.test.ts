import { expect, test } from 'vitest';
import { Refused } from '#lib';
import { catalogueSeed, seedFor } from './selection.ts';

/** Two seeds are the same by chance once in two thousand million times. */
const isDrawn = (...asked: Parameters<typeof seedFor>): boolean =>
  new Set([seedFor(...asked), seedFor(...asked)]).size === 2;

test('without a seed every run but a deep one has that of the catalogue', () => {
  expect([seedFor(undefined, 'smoke'), seedFor(undefined, 'gate')]).toEqual([catalogueSeed(), catalogueSeed()]);
  expect(isDrawn(undefined, 'deep')).toBe(true);
});

test('a seed that is named counts in each profile, and `random` draws anew', () => {
  for (const profile of ['smoke', 'gate', 'deep'] as const) {
    expect(seedFor('-727951080', profile)).toBe(-727_951_080);
    expect(isDrawn('random', profile)).toBe(true);
  }
});

test.each(['', 'x', '1.5', '1e3', '4294967296', '99999999999'])('%j is no seed', (text) => {
  expect(() => seedFor(text, 'gate')).toThrow(Refused);
});
