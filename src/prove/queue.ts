/** Does work for each item, some at a time, until all is done or the signal says to stop. */
export const forEach = async <T>(
  items: Iterable<T>,
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]();
  const runner = async () => {
    for (let next = left.next(); !next.done && !signal.aborted; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
};
