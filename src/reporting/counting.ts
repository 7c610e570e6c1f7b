export const plural = (count: number, noun: string, many = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : many}`;

/** `a, b and 3 more`. */
export const firstOf = (texts: readonly string[], most: number, between = ', '): string => {
  const left = texts.length - most;
  const named = texts.slice(0, most).join(between);
  return left > 0 ? `${named} and ${left} more` : named;
};

/** Those of the texts that there are, in their order. */
export const texts = (...all: readonly (string | false | undefined)[]): string[] =>
  all.filter((each) => typeof each === 'string');

/** Items by key, keys in the order of their first items. */
export const groupBy = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
