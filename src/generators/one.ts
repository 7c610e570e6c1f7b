import fc from 'fast-check';

/** The first value that an arbitrary draws: for orders of which one is enough. */
export const one = <T>(arbitrary: fc.Arbitrary<T>): T => {
  const [value] = fc.sample(arbitrary, { numRuns: 1, seed: 1 });
  if (value === undefined) throw new Error('the arbitrary draws nothing');
  return value;
};
