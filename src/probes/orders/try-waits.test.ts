import { expect, test } from 'vitest';
import { TryWaits } from './try-waits.ts';

test('waits share two minutes, what overlaps counts once, and one that does not fit is none', () => {
  const waits = new TryWaits();
  expect(waits.take(60_000, 0)).toBe(true);
  expect(waits.take(40_000, 20_000)).toBe(true);
  expect(waits.take(50_000, 60_000)).toBe(true);
  expect(waits.take(50_000, 110_000)).toBe(false);
  expect(waits.take(10_000, 110_000)).toBe(true);
  expect(waits.take(1, 200_000)).toBe(false);
});
