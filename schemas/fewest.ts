import type { Deviation } from './inspect.ts';

/** Of each aspect, so that a flood of one hides none of another. */
const mostOfAspect = 50;

const kindOf = ({ code, path }: Deviation): string =>
  JSON.stringify([
    code,
    path.map((step) => (typeof step === 'number' ? '[]' : step.startsWith('{') ? '{}' : step)),
  ]);

/** Each kind once, then the others in their order. */
function chosenFrom(deviations: readonly Deviation[]): ReadonlySet<Deviation> {
  const kinds = new Map<string, Deviation>();
  for (const deviation of deviations) {
    const kind = kindOf(deviation);
    if (!kinds.has(kind)) kinds.set(kind, deviation);
  }
  return new Set([...new Set([...kinds.values(), ...deviations])].slice(0, mostOfAspect));
}

/** The rest is counted where one of its kind is told. */
function fewOf(deviations: readonly Deviation[]): readonly Deviation[] {
  if (deviations.length <= mostOfAspect) return deviations;
  const chosen = chosenFrom(deviations);
  const rest = new Map<string, number>();
  for (const deviation of deviations) {
    const kind = kindOf(deviation);
    if (!chosen.has(deviation)) rest.set(kind, (rest.get(kind) ?? 0) + 1);
  }
  return [...chosen].map((deviation) => {
    const kind = kindOf(deviation);
    const more = rest.get(kind) ?? 0;
    rest.delete(kind);
    return more === 0 ? deviation : { ...deviation, times: 1 + more };
  });
}

/** At most so many of each aspect, in their order; what is alike is counted. */
export function fewest(deviations: readonly Deviation[]): Deviation[] {
  const aspects = new Set(deviations.map(({ aspect }) => aspect));
  return [...aspects].flatMap((aspect) => fewOf(deviations.filter((each) => each.aspect === aspect)));
}
