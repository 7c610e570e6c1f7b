import fc from 'fast-check';

type Family<T> = readonly [weight: number, family: fc.Arbitrary<T>];

/**
 * Draws one of the examples nine times in ten. A run skips what it has met, so that a dozen cases hold nearly all of
 * up to eight examples whatever the seed, and some values of the families; a long run holds mostly the latter.
 */
export const exemplified = <T>(
  examples: readonly T[],
  ...families: readonly Family<T>[]
): fc.Arbitrary<T> => {
  const others = fc.oneof(...families.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.noBias(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: others }),
  );
};

/** One of a few values, each as likely as the others. */
export const anyOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.noBias(fc.constantFrom(...values));

/** Texts of these characters. */
export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
