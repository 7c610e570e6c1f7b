// Finds the causes of a failing test. Delta debugging (Zeller, "Yesterday, my program worked. Today, it does not.
// Why?", 1999) finds one cause. Reiter's tree of hitting sets (1987) finds all causes, so that one does not hide
// another.

/** Like `Promise.all`, but waits for all also if one fails: no process may run longer than its rehearsal. */
export async function settled<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

interface Culprit<Item> {
  readonly items: readonly Item[];
  readonly isSteady: boolean;
}

interface Culprits<Item> {
  readonly causes: readonly Culprit<Item>[];
  /** False if the limit of tries was reached, so that more causes are possible. */
  readonly isComplete: boolean;
  /** The number of failures that did not repeat. */
  readonly wavered: number;
}

/** The limit of tries. Halving needs fewer even if every item fails alone; each cause is tried once more. */
export const mostTries = (items: number): number => (items === 0 ? 0 : 3 * items + 4);

class Spent extends Error {}

/** Finds causes within the limit of tries; `fails` runs several tries at once. */
export async function findCauses<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  found: (items: readonly Item[]) => void = () => {},
): Promise<Culprits<Item>> {
  const most = mostTries(items.length);
  const places = new Map(items.map((item, at) => [item, at]));
  const keyOf = (some: readonly Item[]): string =>
    some
      .map((item) => places.get(item) ?? -1)
      .toSorted((one, other) => one - other)
      .join();
  const known = new Map<string, Promise<boolean>>();
  const causes = new Map<string, Culprit<Item>>();
  let tried = 0;
  let wavered = 0;

  const again = async (some: readonly Item[]): Promise<boolean> => {
    if (tried >= most) throw new Spent();
    tried += 1;
    return fails(some);
  };

  const failing = (some: readonly Item[]): Promise<boolean> => {
    const key = keyOf(some);
    const result = known.get(key) ?? again(some);
    known.set(key, result);
    return result;
  };

  const keep = async (some: readonly Item[]): Promise<void> => {
    const key = keyOf(some);
    if (causes.has(key)) return;
    causes.set(key, { items: some, isSteady: true });
    const isSteady = await again(some);
    if (isSteady) found(some);
    else wavered += 1;
    causes.set(key, { items: some, isSteady });
  };

  /** Only called if `some` and `others` together fail. */
  const within = async (some: readonly Item[], others: readonly Item[]): Promise<readonly (readonly Item[])[]> => {
    if (some.length <= 1) {
      if (others.length === 0) await keep(some);
      return [some];
    }
    const middle = Math.ceil(some.length / 2);
    const [left, right] = [some.slice(0, middle), some.slice(middle)];
    const [leftFails, rightFails] = await settled([failing([...left, ...others]), failing([...right, ...others])]);
    if (leftFails || rightFails)
      return [...(leftFails ? await within(left, others) : []), ...(rightFails ? await within(right, others) : [])];
    // Neither half fails alone: an item of one half needs an item of the other, or the failure was chance.
    if (!(await again([...some, ...others]))) {
      wavered += 1;
      return [];
    }
    const found: (readonly Item[])[] = [];
    for (const part of await within(left, [...right, ...others]))
      for (const rest of await within(right, [...part, ...others])) found.push([...part, ...rest]);
    if (others.length === 0) for (const cause of found) await keep(cause);
    return found;
  };

  const look = async (): Promise<void> => {
    const queue: (readonly Item[])[] = [[]];
    const seen = new Set(['']);
    for (let without = queue.shift(); without !== undefined; without = queue.shift()) {
      // A tree of many pairs has too many branches.
      if (seen.size > 4 * most) throw new Spent();
      const left = new Set(without);
      const isHit = ({ items: cause }: Culprit<Item>): boolean => cause.some((item) => left.has(item));
      let open = [...causes.values()].find((cause) => !isHit(cause));
      const rest = items.filter((item) => !left.has(item));
      if (open === undefined && rest.length > 0 && (await failing(rest))) {
        await within(rest, []);
        open = [...causes.values()].find((cause) => !isHit(cause));
      }
      for (const item of open?.items ?? []) {
        const next = [...without, item];
        if (!seen.has(keyOf(next))) queue.push(next);
        seen.add(keyOf(next));
      }
    }
  };

  const isComplete = await look().then(
    () => true,
    (error) => {
      if (error instanceof Spent) return false;
      throw error;
    },
  );
  return { causes: [...causes.values()], isComplete, wavered };
}
