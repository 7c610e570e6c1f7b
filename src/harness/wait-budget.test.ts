import { expect, test } from 'vitest';
import { WaitBudget } from './wait-budget.ts';

test('waits share two minutes, and what overlaps counts once', () => {
  const budget = new WaitBudget(10_000);
  expect(budget.take(60_000, 0)).toBe(60_000);
  expect(budget.take(40_000, 20_000)).toBe(40_000);
  expect(budget.take(50_000, 60_000)).toBe(50_000);
  expect(budget.take(50_000, 110_000)).toBe(10_000);
  expect(budget.take(50_000, 200_000)).toBe(0);
});

test('a longer patience of the settings is not cut', () => {
  expect(new WaitBudget(100_000).take(500_000, 0)).toBe(500_000);
});
