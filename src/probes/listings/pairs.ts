import { idIn, type Reply } from '#evidence';

/** A reply, and another record that is to show the same. */
export type Pair = readonly [reply: Reply, other: unknown];

/** Each record with the items of its id. */
export const pairsById = (replies: readonly Reply[], items: readonly unknown[]): readonly Pair[] => {
  const byId = new Map<string | undefined, unknown[]>();
  for (const item of items) byId.set(idIn(item), [...(byId.get(idIn(item)) ?? []), item]);
  return replies
    .filter(({ status }) => status < 300)
    .flatMap((reply) => {
      const id = idIn(reply.body);
      const alike = id === undefined ? [] : (byId.get(id) ?? []);
      return alike.map((item): Pair => [reply, item]);
    });
};
