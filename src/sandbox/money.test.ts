import { expect, test } from 'vitest';
import { add, amountOf, divideUp, multiply, subtract, trimmed, withPlaces } from './money.ts';

test('sums, differences and products are exact', () => {
  expect(add('0.1', '0.2')).toBe('0.3');
  expect(subtract('0.1', '0.25')).toBe('-0.15');
  expect(multiply('100.30', '0.184123')).toBe('18.4675369');
  expect(multiply('9007199254740993', '1.1')).toBe('9907919180215092.30');
});

test('places are padded or cut, and trailing zeros go down to the second', () => {
  expect(withPlaces('1.5', 8)).toBe('1.50000000');
  expect(withPlaces('1.999', 2)).toBe('1.99');
  expect(trimmed('1.2500')).toBe('1.25');
  expect(trimmed('1.0000')).toBe('1.00');
  expect(divideUp('1', '3', 4)).toBe('0.3334');
});

test('a number is written without an exponent', () => {
  expect(amountOf(1e-7)).toBe('0.0000001');
  expect(amountOf(1.5e21)).toBe('1500000000000000000000');
  expect(amountOf(33.33)).toBe('33.33');
});
