/** Up to this many items a body is judged whole: more than any page of an honest listing has. */
const maxItems = 2_000;

/** A larger body keeps the beginning of each array, and items spread over the rest. */
const firstItems = 200;
const sampledItems = 50;

interface Truncated {
  readonly value: unknown;
  /** Translates a path in the truncated value into the path in the original. */
  readonly originalPath: (path: readonly PropertyKey[]) => readonly PropertyKey[];
}

const childrenOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};

function countItems(value: unknown, max: number): number {
  let count = Array.isArray(value) ? value.length : 0;
  for (const child of childrenOf(value)) {
    if (count > max) return count;
    if (typeof child === 'object' && child !== null) count += countItems(child, max - count);
  }
  return count;
}

const indexesOf = (length: number, max: number): readonly number[] => {
  const first = Math.min(length, firstItems, max);
  const left = length - first;
  const sampled = Math.max(0, Math.min(left, sampledItems, max - first));
  const spread = Array.from({ length: sampled }, (_, turn) => first + Math.floor((turn * left) / sampled));
  return [...Array.from({ length: first }, (_, index) => index), ...spread];
};

class Truncation {
  #left = maxItems;
  readonly #indexes = new Map<unknown, readonly number[]>();

  truncate(value: unknown): unknown {
    if (Array.isArray(value)) return this.#truncateArray(value);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = Object.create(null);
    for (const [name, child] of Object.entries(value)) copy[name] = this.truncate(child);
    return copy;
  }

  #truncateArray(items: readonly unknown[]): unknown {
    const indexes = indexesOf(items.length, this.#left);
    this.#left -= indexes.length;
    const kept = indexes.map((index) => this.truncate(items[index]));
    this.#indexes.set(kept, indexes);
    return kept;
  }

  originalPath(truncated: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
    let at = truncated;
    return path.map((key) => {
      const original = typeof key === 'number' ? (this.#indexes.get(at)?.[key] ?? key) : key;
      at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
      return original;
    });
  }
}

/** The items of a list that are judged, with their indexes: all, or those that `truncate` would keep. */
export function sampled(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const indexes = items.length <= maxItems ? items.keys() : indexesOf(items.length, maxItems);
  return [...indexes].map((index) => [index, items[index]]);
}

/** Leaves as much of a value as a schema can judge in bounded time and memory; an honest body stays whole. */
export function truncate(value: unknown): Truncated {
  if (countItems(value, maxItems) <= maxItems) return { value, originalPath: (path) => path };
  const truncation = new Truncation();
  const truncated = truncation.truncate(value);
  return { value: truncated, originalPath: (path) => truncation.originalPath(truncated, path) };
}
