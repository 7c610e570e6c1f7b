import { expect, test } from 'vitest';
import { wrapped } from './console.ts';

test('a line is wrapped at its words, further lines a little deeper, and nothing is cut', () => {
  const text = '    WRONG_PLACES $.amount: expected decimal string with 8 places, actual decimal(2)';
  expect(wrapped(text, 40)).toEqual([
    '    WRONG_PLACES $.amount: expected',
    '      decimal string with 8 places,',
    '      actual decimal(2)',
  ]);
  expect(wrapped(text, 200)).toEqual([text]);
  expect(wrapped(`  ${'x'.repeat(90)} end`, 40)).toEqual([`  ${'x'.repeat(90)}`, '    end']);
  expect(wrapped('', 40)).toEqual(['']);
});
