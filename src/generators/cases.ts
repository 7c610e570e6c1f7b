import fc from 'fast-check';
import { valueAt } from '#evidence';

/** Values to draw, examples for every run, and a description of each value. */
export type Cases<T> = fc.Arbitrary<T> & {
  /** Each example represents a family of mistakes. */
  readonly examples: readonly T[];
  /** At turn 0 the examples above; at any other turn other values of the same families. */
  readonly examplesOf: (turn: number) => readonly T[];
  /** Enough words to understand a case, without data. */
  describe(value: T): string;
};

type Described<T> = Pick<Cases<T>, 'examples' | 'describe'> & Partial<Pick<Cases<T>, 'examplesOf'>>;

export const withCases = <T>(
  arbitrary: fc.Arbitrary<T>,
  { examples, describe, examplesOf = () => examples }: Described<T>,
): Cases<T> => Object.assign(arbitrary, { examples, describe, examplesOf });

/** The first `count` of a family at turn 0; drawn values at any other turn. */
export const takenBy = <T>(turn: number, family: readonly T[], count = family.length): readonly T[] => {
  if (turn === 0) return family.slice(0, count);
  const length = Math.min(count, family.length);
  const chosen = fc.shuffledSubarray([...family], { minLength: length, maxLength: length });
  return fc.sample(chosen, { seed: turn, numRuns: 1 }).flat();
};

type Family<T> = readonly [weight: number, family: fc.Arbitrary<T>];

/** Draws examples as often as values of each family, because a repeated case is not sent again. */
export const mixed = <T>(examples: readonly T[], ...families: readonly Family<T>[]): fc.Arbitrary<T> => {
  const others = fc.oneof(...families.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.noBias(fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: others }));
};

export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });

/** At another turn, the same number of others. */
export const orOthers =
  (standing: readonly string[], others: readonly string[]) =>
  (turn: number): readonly string[] =>
    turn === 0 ? standing : takenBy(turn, [...new Set([...standing, ...others])], standing.length);

/** Only one member varies; examples and descriptions are those of its values. */
export const ordersWith = <T>(path: string, values: Cases<string>, order: (value: string) => T): Cases<T> =>
  withCases<T>(values.map(order), {
    examples: values.examples.map(order),
    examplesOf: (turn) => values.examplesOf(turn).map(order),
    describe: (body) => `${path}: ${values.describe(String(valueAt(body, path)))}`,
  });

/** A short, visible text that is no number may be shown, because it cannot be personal data. */
const isHarmless = (text: string): boolean => /^[!-~]{1,24}$/.test(text) && !/\d{5}|@/.test(text);

const isCodeLike = (text: string): boolean => /^[A-Z][A-Z0-9_.,$-]{0,13}$/.test(text);

const isTwin = (code: string, text: string): boolean => {
  const [mine, theirs] = [[...code], [...text]];
  const different = theirs.filter((letter, at) => letter !== mine[at]);
  return mine.length === theirs.length && different.length === 1 && /[^\p{ASCII}]/u.test(different.join(''));
};

const guiseOf = (text: string, listed: readonly string[]): string | undefined => {
  const wide = listed.find((code) => code !== text && text.normalize('NFKC') === code);
  if (wide !== undefined) return `${wide} in full-width letters`;
  const twin = listed.find((code) => isTwin(code, text));
  return twin && `${twin} with a letter of another script`;
};

const charactersOf = (text: string): string => {
  if (/^\d+$/.test(text)) return 'digits';
  if (/^[a-z]+$/i.test(text)) return 'letters';
  return /^\p{ASCII}*$/u.test(text) ? 'characters' : 'characters, not all of ASCII';
};

interface KnownTexts {
  /** Constant texts of the generator. */
  readonly known?: readonly string[];
  /** Codes of the document from which others are made. */
  readonly listed?: readonly string[];
}

export const codeDescriber =
  ({ known = [], listed = [] }: KnownTexts) =>
  (text: string): string => {
    if (text === '') return 'the empty text';
    if (text.trim() === '') return 'a blank text';
    if (isHarmless(text) && (known.includes(text) || isCodeLike(text))) return text;
    return guiseOf(text, listed) ?? `${[...text].length} ${charactersOf(text)}`;
  };

export const wordsIn = (text: string): readonly string[] => text.split(' ');
