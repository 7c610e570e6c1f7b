import { expect, test } from 'vitest';
import { HeldAnswers } from './held-answers.ts';

const bodyOf = (value: unknown) => ({ value, text: JSON.stringify(value) ?? '' });
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `row-${from + at}`, note: 'x'.repeat(100) }));

test('items of large answers that came before are held once', () => {
  const held = new HeldAnswers();
  const [first, second] = [rows(0, 1_000), rows(1, 1_000)];
  held.hold(bodyOf({ data: first, count: 1_001 }));
  const once = held.bytes;
  const again = held.hold(bodyOf({ data: second, count: 1_001 }));
  expect(again).toEqual({ data: second, count: 1_001 });
  expect(held.bytes - once).toBeLessThan(once / 10);
});

test('small answers, and large ones without a list, are held as they are', () => {
  const held = new HeldAnswers();
  for (const value of [rows(0, 2), { note: 'x'.repeat(100_000) }, undefined])
    expect(held.hold(bodyOf(value))).toBe(value);
});
