import { expect, test } from 'vitest';
import { creditedIn, depositEffects, isWithoutShare } from './deposit-effect.ts';

test('what a run writes of a deposit is read again, as baselines have it', () => {
  const { none, moved, less } = depositEffects;
  expect([none, moved, less(98.5)]).toEqual([
    'no balance moved',
    'a balance moved',
    'a balance rose by less than the amount (98.5 %)',
  ]);
  expect([none, moved, less(98.5)].map(creditedIn)).toEqual([undefined, 100, 98.5]);
  expect(['a balance rose by less than the amount', less(98.5)].map(isWithoutShare)).toEqual([true, false]);
});
