import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examplesOf } from './families.ts';

const seeds = [1, 42, -7_000_001];

/** Values met on a walk down the shrink tree, with turns that depend on the seed. */
const shrunken = <T>(arbitrary: fc.Arbitrary<T>, seed: number): readonly T[] => {
  const met: T[] = [];
  let turn = seed;
  const walk = fc.property(arbitrary, (value) => {
    met.push(value);
    turn = (Math.imul(turn, 1_103_515_245) + 12_345) | 0;
    return met.length > 400 || (met.length > 1 && turn % 3 === 0);
  });
  fc.check(walk, { seed, numRuns: 1 });
  return met;
};

/** None where the arbitrary has no words for its values: then the harness leaves out all that is in them. */
const toldBy =
  <T>(arbitrary: fc.Arbitrary<T>) =>
  (value: T): readonly string[] =>
    'tell' in arbitrary ? [(arbitrary.tell as (of: T) => string)(value)] : [];

/**
 * What every generator keeps: one seed gives the same values (new references aside), and each value, as drawn and as
 * shrunk, is what the generator promises.
 */
export const keepsTheLaws = <T>(
  name: string,
  make: () => fc.Arbitrary<T>,
  isPromised: (value: T) => boolean,
): void => {
  describe(name, () => {
    test('gives the same values for the same seed', () => {
      const draw = () => fc.sample(make(), { seed: 42, numRuns: 100 }).map((value) => fc.stringify(value));
      expect(draw()).toEqual(draw());
    });

    test('gives only what it promises', () => {
      const drawn = fc.sample(make(), { seed: 7, numRuns: 1000 });
      expect(drawn.filter((value) => !isPromised(value))).toEqual([]);
    });

    test('tells a value in a few words, without a number or a text that may be a datum', () => {
      const arbitrary = make();
      const told = fc.sample(arbitrary, { seed: 7, numRuns: 1000 }).flatMap(toldBy(arbitrary));
      expect(told.filter((text) => !/^[ -~]{1,80}$/.test(text) || /\d{5}|@/.test(text))).toEqual([]);
    });

    test('stays with its promise when it shrinks', () => {
      const met = seeds.flatMap((seed) => shrunken(make(), seed));
      expect(met.filter((value) => !isPromised(value))).toEqual([]);
    });
  });
};

/** In how many of a hundred runs of a gate, with its examples and a few cases besides, one of them is such a case. */
export const meets = <T>(arbitrary: fc.Arbitrary<T>, isSuch: (value: T) => boolean): number => {
  let hits = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    let met = false;
    const look = fc.property(arbitrary, (value) => {
      met ||= isSuch(value);
    });
    const examples = examplesOf(arbitrary).map((example): [T] => [example as T]);
    fc.check(look, { seed, numRuns: Math.max(12, examples.length + 2), examples });
    hits += met ? 1 : 0;
  }
  return hits;
};
