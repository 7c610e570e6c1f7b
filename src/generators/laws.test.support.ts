import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cases } from './cases.ts';

const seeds = [1, 42, -7_000_001];

const shrunken = <T>(arbitrary: fc.Arbitrary<T>, seed: number): readonly T[] => {
  const found: T[] = [];
  let turn = seed;
  const walk = fc.property(arbitrary, (value) => {
    found.push(value);
    turn = (Math.imul(turn, 1_103_515_245) + 12_345) | 0;
    return found.length > 400 || (found.length > 1 && turn % 3 === 0);
  });
  fc.check(walk, { seed, numRuns: 1 });
  return found;
};

/**
 * The laws of every generator: one seed gives the same values (except new references), and each drawn or shrunk value
 * is as the generator promises.
 */
export const keepsTheLaws = <T>(name: string, make: () => Cases<T>, isPromised: (value: T) => boolean): void => {
  describe(name, () => {
    test('gives the same values for the same seed', () => {
      const draw = () => fc.sample(make(), { seed: 42, numRuns: 100 }).map((value) => fc.stringify(value));
      expect(draw()).toEqual(draw());
    });

    test('gives only what it promises, in a few words without a number or a text that may be a datum', () => {
      const arbitrary = make();
      const drawn = fc.sample(arbitrary, { seed: 7, numRuns: 1000 });
      expect(drawn.filter((value) => !isPromised(value))).toEqual([]);
      const texts = drawn.map((value) => arbitrary.describe(value));
      expect(texts.filter((text) => !/^[ -~]{1,80}$/.test(text) || /\d{5}|@/.test(text))).toEqual([]);
    });

    test('has examples of each turn that are as promised, the standing ones at turn 0', () => {
      const { examples, examplesOf, describe: wordsOf } = make();
      expect(fc.stringify(examplesOf(0).map(wordsOf))).toBe(fc.stringify(examples.map(wordsOf)));
      for (const turn of [1, 2, 4_000_000_000]) {
        const others = examplesOf(turn);
        expect(others.filter((value) => !isPromised(value))).toEqual([]);
        expect(others.length).toBeGreaterThan(0);
        expect(others.length).toBeLessThanOrEqual(examples.length);
      }
    });

    test('stays with its promise when it shrinks', () => {
      const values = seeds.flatMap((seed) => shrunken(make(), seed));
      expect(values.filter((value) => !isPromised(value))).toEqual([]);
    });
  });
};

/** Out of a hundred runs of a gate, the number of runs that draw such a case. */
export const meets = <T>(arbitrary: Cases<T>, isSuch: (value: T) => boolean): number => {
  let hits = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    let isHit = false;
    const search = fc.property(arbitrary, (value) => {
      isHit ||= isSuch(value);
    });
    const examples = arbitrary.examples.map((example): [T] => [example]);
    fc.check(search, { seed, numRuns: Math.max(12, examples.length + 2), examples });
    hits += isHit ? 1 : 0;
  }
  return hits;
};
