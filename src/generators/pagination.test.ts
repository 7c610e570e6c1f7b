import { expect, test } from 'vitest';
import { isMalformedBound } from './classify.ts';
import { keepsTheLaws, meets } from './laws.test.support.ts';
import { malformedBound } from './pagination.ts';

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
