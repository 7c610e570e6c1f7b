import { partsOf, valuesIn } from './classify.ts';
import type { EndpointFacts, Facts } from './facts.ts';

/** Stands in a fact for a value of a set that nothing shows to be one, because it may be data. */
const hidden = 'another value';

const isValues = (part: string): boolean => part.startsWith('enum:');

const factWith = (fact: string, values: readonly string[]): string => {
  const { parts, presence } = partsOf(fact);
  if (!parts.includes(hidden)) return fact;
  const all = [...new Set([...valuesIn(parts), ...values])].sort().join('|');
  const others = parts.filter((part) => part !== hidden && !isValues(part));
  const shown = [...others, `enum:${all}`].join(' or ');
  return presence === undefined ? shown : `${shown} ${presence}`;
};

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Shows these values where the facts hide them: a person says that they are values of a set. */
export const withShown = (facts: Facts, values: readonly string[]): Facts =>
  mapValues(facts, (own: EndpointFacts) => mapValues(own, (fact) => factWith(fact, values)));

/** The values of sets that facts name: the person who accepted them lets them be shown. */
export const valuesShownIn = (facts: Facts): readonly string[] => {
  const texts = Object.values(facts).flatMap((own) => Object.values(own));
  return [...new Set(texts.flatMap((text) => valuesIn(partsOf(text).parts)))];
};
