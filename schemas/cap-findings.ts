import type { Deviation } from './inspect.ts';

/** For each kind of violation, so that a flood of one hides none of another. */
const mostOfKind = 50;

/** Deviations with one key differ only in the item of a listing, or the key of a map. */
const keyOf = ({ code, path }: Deviation): string =>
  JSON.stringify([
    code,
    path.map((step) => (typeof step === 'number' ? '[]' : step.startsWith('{') ? '{}' : step)),
  ]);

/** One deviation of each key, then the others in their order. */
function chosenFrom(deviations: readonly Deviation[]): ReadonlySet<Deviation> {
  const first = new Map<string, Deviation>();
  for (const deviation of deviations) {
    const key = keyOf(deviation);
    if (!first.has(key)) first.set(key, deviation);
  }
  return new Set([...new Set([...first.values(), ...deviations])].slice(0, mostOfKind));
}

/** Counts the rest at the first deviation of the same key. */
function cap(deviations: readonly Deviation[]): readonly Deviation[] {
  if (deviations.length <= mostOfKind) return deviations;
  const chosen = chosenFrom(deviations);
  const rest = new Map<string, number>();
  for (const deviation of deviations) {
    const key = keyOf(deviation);
    if (!chosen.has(deviation)) rest.set(key, (rest.get(key) ?? 0) + 1);
  }
  return [...chosen].map((deviation) => {
    const key = keyOf(deviation);
    const more = rest.get(key) ?? 0;
    rest.delete(key);
    return more === 0 ? deviation : { ...deviation, times: 1 + more };
  });
}

/** At most 50 deviations of each kind, in their order; similar ones beyond that are counted. */
export function capFindings(deviations: readonly Deviation[]): Deviation[] {
  const kinds = new Set(deviations.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => cap(deviations.filter((each) => each.kind === kind)));
}
