// Tools for texts: suggestions for misspelt names, forms of a secret, lists in words.

/** The row of a name, which comes from outside: `constructor` exists in every object, but is no row. */
export const rowIn = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The number of edits that turn one text into the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The time grows with the square of the length, and no name is longer. */
const maxLength = 80;

/** `; did you mean a or b?` with the most likely names first; empty without any. */
export function didYouMean(text: string, names: readonly string[]): string {
  const wanted = text.slice(0, maxLength).toLowerCase();
  const near = names
    .map((name) => ({ name, away: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, away }) => {
      const isPart = wanted.length > 3 && name.includes(wanted);
      return isPart || away <= Math.max(2, Math.floor(Math.min(wanted.length, name.length) / 3));
    })
    .sort((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ name }) => name);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/**
 * Base64 at each of three offsets, without the characters that neighbours share. One of them appears in any base64 of
 * the secret.
 */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const [first, last] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(first, last));
  });

/** The secret itself, and in the encodings of libraries and attackers. */
export const writtenForms = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...inBase64(secret),
    hex,
    hex.toUpperCase(),
    [...secret].reverse().join(''),
  ];
  return [...new Set(forms)];
};

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number, between = ', '): string {
  const left = texts.length - most;
  const named = texts.slice(0, most).join(between);
  return left > 0 ? `${named} and ${left} more` : named;
}

/** The texts without the empty ones. */
export function texts(...all: readonly (string | false | undefined)[]): string[] {
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Groups items. Keys come in the order of their first items. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
