import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SequenceArbitrary } from './scenario.ts';

const elements = Array.from({ length: 16 }, (_, element) => element);
const tour = [...elements, ...elements];
const sequences = new SequenceArbitrary(elements, tour.length);

const shrunk = (seed: number, fails: (value: readonly number[]) => boolean) => {
  let steps = 0;
  const details = fc.check(
    fc.property(sequences, (value) => {
      steps += value.length;
      return !fails(value);
    }),
    { seed, examples: [[tour]], numRuns: 1 },
  );
  return { value: details.counterexample?.[0], path: details.counterexamplePath, steps };
};

const follows = (one: number, other: number) => (value: readonly number[]) =>
  value.includes(one) && value.lastIndexOf(other) > value.indexOf(one);

test('a sequence is made smaller down to what fails, in as many steps as a few tours have', () => {
  const near = shrunk(1, follows(4, 5));
  expect(near.value).toEqual([4, 5]);
  expect(near.steps).toBeLessThan(4 * tour.length);
  expect(shrunk(1, follows(14, 1)).value).toEqual([14, 1]);
});

test('the path leads to the same sequence again', () => {
  const { path, value } = shrunk(1, follows(4, 5));
  const seen: (readonly number[])[] = [];
  fc.check(
    fc.property(sequences, (it) => void seen.push(it)),
    { seed: 1, path: path ?? '', endOnFailure: true, numRuns: 1, examples: [[tour]] },
  );
  expect(seen[0]).toEqual(value);
});

test('only sequences of the elements are drawn, none of them longer than the longest', () => {
  for (const value of fc.sample(sequences, { seed: 1, numRuns: 50 })) {
    expect(value.length).toBeGreaterThan(0);
    expect(value.length).toBeLessThanOrEqual(tour.length);
    expect(value.every((element) => elements.includes(element))).toBe(true);
  }
});
