import fc from 'fast-check';
import { valueAt } from './body-member.ts';
import { examplesOf, withExamples } from './families.ts';

type Teller<T> = (value: T) => string;

/** An arbitrary that tells its values in words: enough to understand a case, and nothing that may be a datum. */
export const withTelling = <T>(arbitrary: fc.Arbitrary<T>, tell: Teller<T>): fc.Arbitrary<T> =>
  Object.assign(arbitrary, { tell });

/** How an arbitrary tells its values; undefined where it does not, or is none. */
const tellerOf = (given: unknown): Teller<unknown> | undefined =>
  given instanceof fc.Arbitrary && 'tell' in given ? (given.tell as Teller<unknown>) : undefined;

/** Orders in which one member is drawn, with the examples of its values, and told by it where it has words for them. */
export const ordersWith = <T>(
  path: string,
  values: fc.Arbitrary<string>,
  order: (value: unknown) => T,
): fc.Arbitrary<T> => {
  const orders = withExamples(values.map(order), () => examplesOf(values).map(order));
  const tell = tellerOf(values);
  return tell ? withTelling(orders, (body) => `${path}: ${tell(valueAt(body, path))}`) : orders;
};

/** Texts of ours that are short, visible and no number: as they are, for nobody's datum is among them. */
const isHarmless = (text: string): boolean => /^[!-~]{1,24}$/.test(text) && !/\d{5}|@/.test(text);

const looksLikeACode = (text: string): boolean => /^[A-Z][A-Z0-9_.,$-]{0,13}$/.test(text);

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

interface Texts {
  /** Texts that the generator has by heart. */
  readonly known?: readonly string[];
  /** Codes of the document that others are made of. */
  readonly listed?: readonly string[];
}

/** Tells texts that are sent in the place of a code. */
export const textTeller =
  ({ known = [], listed = [] }: Texts): Teller<unknown> =>
  (value) => {
    const text = String(value);
    if (text === '') return 'the empty text';
    if (text.trim() === '') return 'a blank text';
    if (isHarmless(text) && (known.includes(text) || looksLikeACode(text))) return text;
    return guiseOf(text, listed) ?? `${[...text].length} ${charactersOf(text)}`;
  };
