import fc from 'fast-check';

/** Values to draw, with some that are tried whatever is drawn, and words for each of them. */
export type Cases<T> = fc.Arbitrary<T> & {
  /** Each stands for a family of mistakes. */
  readonly examples: readonly T[];
  /** Enough to understand a case, and nothing that may be a datum. */
  describe(value: T): string;
};

export const withCases = <T>(
  arbitrary: fc.Arbitrary<T>,
  { examples, describe }: Pick<Cases<T>, 'examples' | 'describe'>,
): Cases<T> => Object.assign(arbitrary, { examples, describe });

type Family<T> = readonly [weight: number, family: fc.Arbitrary<T>];

/** Draws the examples again as often as the families: a repeated case is not sent again. */
export const mixed = <T>(examples: readonly T[], ...families: readonly Family<T>[]): fc.Arbitrary<T> => {
  const others = fc.oneof(...families.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.noBias(
    fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: others }),
  );
};

/** Texts of these characters. */
export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
