import fc from 'fast-check';

/** The value without a part, in parts of half of it down to one element. */
function* withoutParts<T>(value: readonly T[]): Generator<fc.Value<readonly T[]>> {
  const { length } = value;
  for (let size = Math.ceil(length / 2); size > 0 && size < length; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let start = 0; start < length; start += size)
      yield new fc.Value(value.toSpliced(start, size), undefined);
}

/**
 * Sequences of elements. They are made smaller by leaving out whole parts and never by another element: each try costs as
 * many requests as it has steps, and what fails mostly needs two or three of them.
 */
export class SequenceArbitrary<T> extends fc.Arbitrary<readonly T[]> {
  readonly #drawn: fc.Arbitrary<readonly T[]>;

  constructor(elements: readonly T[], longest: number) {
    super();
    this.#drawn = fc.array(fc.constantFrom(...elements), {
      minLength: 1,
      maxLength: longest,
      size: 'max',
    });
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<readonly T[]> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is readonly T[] {
    return Array.isArray(value);
  }

  shrink(value: readonly T[]): fc.Stream<fc.Value<readonly T[]>> {
    return fc.stream(withoutParts(value));
  }
}
