import fc from 'fast-check';

/** An arbitrary that knows values which are tried whatever is drawn: each stands for a family of mistakes. */
export type Exemplary<T> = fc.Arbitrary<T> & { readonly examples: () => readonly T[] };

export const withExamples = <T>(arbitrary: fc.Arbitrary<T>, examples: () => readonly T[]): Exemplary<T> =>
  Object.assign(arbitrary, { examples });

/** The values that an arbitrary carries; none where it carries none, or is no arbitrary. */
export const examplesOf = (given: unknown): readonly unknown[] =>
  given instanceof fc.Arbitrary && 'examples' in given ? (given as Exemplary<unknown>).examples() : [];

type Family<T> = readonly [weight: number, family: fc.Arbitrary<T>];

/** Carries the examples, and draws them again as often as the families: a repeated case is not sent again. */
export const exemplified = <T>(examples: readonly T[], ...families: readonly Family<T>[]): Exemplary<T> => {
  const others = fc.oneof(...families.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const either = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...examples) },
    { weight: 1, arbitrary: others },
  );
  return withExamples(fc.noBias(either), () => examples);
};

/** One of several values, each as likely as the others. */
export const anyOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.noBias(fc.constantFrom(...values));

/** Texts of these characters. */
export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
