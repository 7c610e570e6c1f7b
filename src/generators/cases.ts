import fc from 'fast-check';
import { valueAt } from '#evidence';

/** Values to draw, with some that are tried in every run, and words for each of them. */
export type Cases<T> = fc.Arbitrary<T> & {
  /** Each stands for a family of mistakes. */
  readonly examples: readonly T[];
  /** The examples of a turn: those above at 0, others of the same families at any other number. */
  readonly examplesOf: (turn: number) => readonly T[];
  /** Enough to understand a case, and nothing that may be a datum. */
  describe(value: T): string;
};

type Described<T> = Pick<Cases<T>, 'examples' | 'describe'> & Partial<Pick<Cases<T>, 'examplesOf'>>;

export const withCases = <T>(
  arbitrary: fc.Arbitrary<T>,
  { examples, describe, examplesOf = () => examples }: Described<T>,
): Cases<T> => Object.assign(arbitrary, { examples, describe, examplesOf });

/** So many of a family: the first of them at turn 0, at any other number those that it draws. */
export const takenBy = <T>(turn: number, family: readonly T[], count = family.length): readonly T[] => {
  if (turn === 0) return family.slice(0, count);
  const length = Math.min(count, family.length);
  const chosen = fc.shuffledSubarray([...family], { minLength: length, maxLength: length });
  return fc.sample(chosen, { seed: turn, numRuns: 1 }).flat();
};

type Family<T> = readonly [weight: number, family: fc.Arbitrary<T>];

/** Draws the examples again as often as the families: a repeated case is not sent again. */
export const mixed = <T>(examples: readonly T[], ...families: readonly Family<T>[]): fc.Arbitrary<T> => {
  const others = fc.oneof(...families.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.noBias(fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: others }));
};

export const letters = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });

/** Standing examples at turn 0; at another as many of them and of others. */
export const orOthers =
  (standing: readonly string[], others: readonly string[]) =>
  (turn: number): readonly string[] =>
    turn === 0 ? standing : takenBy(turn, [...new Set([...standing, ...others])], standing.length);

/** Orders in which one member is drawn: with the examples of its values, and described as these are. */
export const ordersWith = <T>(path: string, values: Cases<string>, order: (value: string) => T): Cases<T> =>
  withCases<T>(values.map(order), {
    examples: values.examples.map(order),
    examplesOf: (turn) => values.examplesOf(turn).map(order),
    describe: (body) => `${path}: ${values.describe(String(valueAt(body, path)))}`,
  });

/** Short, visible texts of ours that are no number: they are shown as they are, because none is anybody's datum. */
const isHarmless = (text: string): boolean => /^[!-~]{1,24}$/.test(text) && !/\d{5}|@/.test(text);

const isCodeLike = (text: string): boolean => /^[A-Z][A-Z0-9_.,$-]{0,13}$/.test(text);

const isTwin = (code: string, text: string): boolean => {
  const [mine, theirs] = [[...code], [...text]];
  const odd = theirs.filter((letter, at) => letter !== mine[at]);
  return mine.length === theirs.length && odd.length === 1 && /[^\p{ASCII}]/u.test(odd.join(''));
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
  /** Texts that the generator has as constants. */
  readonly known?: readonly string[];
  /** Codes of the document that others are made of. */
  readonly listed?: readonly string[];
}

/** Describes texts that are sent instead of a code. */
export const codeDescriber =
  ({ known = [], listed = [] }: KnownTexts) =>
  (text: string): string => {
    if (text === '') return 'the empty text';
    if (text.trim() === '') return 'a blank text';
    if (isHarmless(text) && (known.includes(text) || isCodeLike(text))) return text;
    return guiseOf(text, listed) ?? `${[...text].length} ${charactersOf(text)}`;
  };

export const wordsIn = (text: string): readonly string[] => text.split(' ');
