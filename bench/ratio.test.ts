import { expect, test } from 'vitest';
import { line, measured, ratioByTurns } from './runs.ts';

test('measures by turns, and the ratio is the median over them', async () => {
  const order: string[] = [];
  const by = (name: string, values: number[]) => async () => {
    order.push(name);
    return values.shift() ?? 0;
  };
  const ratio = await ratioByTurns(['one', 'other'], 3, [by('a', [1, 90, 3]), by('b', [2, 3, 4])], (a, b) => [a, b]);
  expect(order.join('')).toBe('ababab');
  expect(ratio).toEqual({ value: 0.75, parts: { one: 3, other: 3 } });
});

test.each([
  [{ max: 2 }, 2, '<= 2', true],
  [{ max: 2 }, 2.01, '<= 2', false],
  [{ min: 0.35 }, 0.34, '>= 0.35', false],
  [{ min: 0.35 }, 9, '>= 0.35', true],
])('%j holds %d: %s, %s', async (bound, value, should, holds) => {
  expect(await measured('wire', { means: '', ...bound, measure: async () => ({ value, parts: {} }) })).toMatchObject({
    should,
    holds,
  });
});

test('a measure that fails does not hold, and says why', async () => {
  const failed = await measured('prove', {
    means: '',
    max: 14,
    measure: () => Promise.reject(new Error('it ended with 1')),
  });
  expect(line(failed)).toBe('prove                ?  <= 14   NO   it ended with 1');
  const held = await measured('deep', {
    means: '',
    max: 0.4,
    measure: async () => ({ value: 1 / 3, parts: { 'whole ms': 3 } }),
  });
  expect(line(held)).toBe('deep              0.33  <= 0.4  yes  3 whole ms');
});
