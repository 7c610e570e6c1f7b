/** Items that are looked at in any case: more than any page of an honest listing, over the whole body. */
const mostItems = 2_000;

/** Of each array, once there are more: its beginning, and items spread over the rest. */
const firstItems = 200;
const sampledItems = 50;

export interface Thinned {
  readonly value: unknown;
  /** A path in the thinned value, as it is in the whole one. */
  readonly whole: (path: readonly PropertyKey[]) => readonly PropertyKey[];
}

const childrenOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};

/** Stops counting where it is enough. */
function countItems(value: unknown, most: number): number {
  let count = Array.isArray(value) ? value.length : 0;
  for (const child of childrenOf(value)) {
    if (count > most) return count;
    if (typeof child === 'object' && child !== null) count += countItems(child, most - count);
  }
  return count;
}

/** Which items of an array are looked at, where no more than so many may be. */
const indexesOf = (length: number, most: number): readonly number[] => {
  const first = Math.min(length, firstItems, most);
  const left = length - first;
  const sampled = Math.max(0, Math.min(left, sampledItems, most - first));
  const spread = Array.from({ length: sampled }, (_, turn) => first + Math.floor((turn * left) / sampled));
  return [...Array.from({ length: first }, (_, index) => index), ...spread];
};

class Thinner {
  #left = mostItems;
  readonly #indexes = new Map<unknown, readonly number[]>();

  thin(value: unknown): unknown {
    if (Array.isArray(value)) return this.#thinArray(value);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = Object.create(null);
    for (const [name, child] of Object.entries(value)) copy[name] = this.thin(child);
    return copy;
  }

  #thinArray(items: readonly unknown[]): unknown {
    const indexes = indexesOf(items.length, this.#left);
    this.#left -= indexes.length;
    const few = indexes.map((index) => this.thin(items[index]));
    this.#indexes.set(few, indexes);
    return few;
  }

  whole(thinned: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
    let at = thinned;
    return path.map((key) => {
      const original = typeof key === 'number' ? (this.#indexes.get(at)?.[key] ?? key) : key;
      at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
      return original;
    });
  }
}

/** The items of an array that are looked at, each with its place. */
export function sampled(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const indexes = items.length <= mostItems ? items.keys() : indexesOf(items.length, mostItems);
  return [...indexes].map((index) => [index, items[index]]);
}

/** As much of a value as can be held to a schema in bounded time and memory; an honest body is left whole. */
export function thin(value: unknown): Thinned {
  if (countItems(value, mostItems) <= mostItems) return { value, whole: (path) => path };
  const thinner = new Thinner();
  const thinned = thinner.thin(value);
  return { value: thinned, whole: (path) => thinner.whole(thinned, path) };
}
