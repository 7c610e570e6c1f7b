import { expect, test } from 'vitest';
import { fitted } from './fit.ts';

const money = `Note         ${'orders are made with the defaults of RAMP_LIGHTNING_ADDRESS '.repeat(2).trim()}`;

test.each([40, 60, 80, 120])('no word is broken at %i columns, and further lines stand under the text', (width) => {
  const lines = fitted(money, width).split('\n');
  expect(lines.join(' ').split(/\s+/)).toEqual(money.split(/\s+/));
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {13}\S/);
});

test('a line without a label hangs a little, and one to be pasted stays as it is', () => {
  expect(fitted('  a plain line of words', 16)).toBe('  a plain line\n    of words');
  const entry = '    {"what":"rails/named-takes-wire","reason":"not offered"}';
  expect(fitted(entry, 40)).toBe(entry);
});
