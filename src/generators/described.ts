import { valueAt } from '#evidence';
import { type Cases, withCases } from './cases.ts';

/** Orders in which one member is drawn: with the examples of its values, and described as these are. */
export const ordersWith = <T>(path: string, values: Cases<string>, order: (value: string) => T): Cases<T> =>
  withCases<T>(values.map(order), {
    examples: values.examples.map(order),
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

/** Describes texts that are sent in the place of a code. */
export const codeDescriber =
  ({ known = [], listed = [] }: KnownTexts) =>
  (text: string): string => {
    if (text === '') return 'the empty text';
    if (text.trim() === '') return 'a blank text';
    if (isHarmless(text) && (known.includes(text) || isCodeLike(text))) return text;
    return guiseOf(text, listed) ?? `${[...text].length} ${charactersOf(text)}`;
  };
