import type { Facts } from './facts.ts';

/** Stands in a fact for a value of a set that nothing shows to be one, because it may be data. */
const hidden = 'another value';

/** The facts with these values in the place of hidden ones: a person says that they are values of a set. */
export const withShown = (facts: Facts, values: readonly string[]): Facts => {
  const shownIn = (fact: string): string => {
    const [, shape = fact, presence = ''] = /^(.*?)( (?:req|opt|seen))?$/.exec(fact) ?? [];
    const forms = shape.split(' or ');
    if (!forms.includes(hidden)) return fact;
    const known = forms.flatMap((form) => (form.startsWith('enum:') ? form.slice(5).split('|') : []));
    const plain = forms.filter((form) => form !== hidden && !form.startsWith('enum:'));
    const all = [...new Set([...known, ...values])].sort().join('|');
    return `${[...plain, `enum:${all}`].join(' or ')}${presence}`;
  };
  return Object.fromEntries(
    Object.entries(facts).map(([endpoint, own]) => [
      endpoint,
      Object.fromEntries(Object.entries(own).map(([key, fact]) => [key, shownIn(fact)])),
    ]),
  );
};

/** The values of sets that facts show: whoever accepted them has let them be shown. */
export const valuesShownIn = (facts: Facts): readonly string[] => {
  const texts = Object.values(facts).flatMap((own) => Object.values(own));
  const values = texts.flatMap((text) => [...text.matchAll(/(?:^| )enum:(\S+)/g)]);
  return [...new Set(values.flatMap(([, list = '']) => list.split('|')))];
};
