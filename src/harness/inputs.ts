import type { Source } from '#probes';

/** The data that a source is made from; undefined in the place of what cannot be had, where it does with a part. */
export const inputsOf = async (
  source: Source<unknown>,
  get: (input: Source<unknown>) => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const inputs = source.from.map(get);
  if (source.kind === 'probe' || !source.partial) return Promise.all(inputs);
  const settled = await Promise.allSettled(inputs);
  const [first] = settled;
  if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
    throw first.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
};
