import fc from 'fast-check';

/**
 * Draws from families of cases, each as often as its weight says. Without fast-check's bias towards first and last
 * values: a run of a dozen cases has to meet most families, and few cases twice.
 */
export const families = <T>(
  ...parts: readonly (readonly [weight: number, family: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> => fc.noBias(fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary }))));

/** One of a few values, each as likely as the others. */
export const anyOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.noBias(fc.constantFrom(...values));

/** Texts of these characters. */
export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
