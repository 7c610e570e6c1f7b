import fc from 'fast-check';
import { depositCurrencies } from '#contract';
import { type Cases, codeDescriber, letters, mixed, withCases, wordsIn } from './cases.ts';

/** Letters of other scripts that look like the Latin capital: Cyrillic, Greek, Armenian, Cherokee. */
const twins: Readonly<Record<string, string>> = {
  A: '\u0410',
  B: '\u0412',
  C: '\u0421',
  E: '\u0415',
  G: '\u050c',
  H: '\u041d',
  I: '\u0406',
  L: '\u13de',
  M: '\u041c',
  N: '\u039d',
  O: '\u041e',
  P: '\u0420',
  R: '\u13a1',
  S: '\u0405',
  T: '\u0422',
  U: '\u054d',
  W: '\u051c',
  X: '\u0425',
  Y: '\u03a5',
  Z: '\u0396',
};

const fullWidth = (letter: string): string => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0);

/** The code with one letter of another script, where it has one that has a twin. */
export const twinned = (code: string, place: number): string => {
  const places = [...code].flatMap((letter, index) => (twins[letter] === undefined ? [] : [index]));
  const at = places[place % places.length] ?? 0;
  return code.slice(0, at) + (twins[code.charAt(at)] ?? fullWidth(code.charAt(at))) + code.slice(at + 1);
};

/** A code with one letter of another script: another text to a machine, the same to a reader. */
export const twinnedCode = (codes: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...codes), fc.nat({ max: 11 })).map(([code, place]) => twinned(code, place));

const widened = (code: string): string => [...code].map(fullWidth).join('');

/** A code in full-width letters, which a compatibility normalization would turn into the code itself. */
const fullWidthCode = (codes: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...codes).map(widened);

interface CodeSpace {
  readonly listed: readonly string[];
  /** By kind, the kind of the listed ones first; each the likeliest first. */
  readonly real: readonly (readonly string[])[];
  readonly lookAlikes: readonly string[];
}

/** The form of a code to the most forgiving service: spaces around a code and its letter case may mean nothing to it. */
const folded = (code: string): string => code.trim().toUpperCase().toLowerCase();

/** A listed code with a letter too few, too many, or in another place. */
const slip = (listed: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...listed).chain((code) => {
    const swapped = code.charAt(1) + code.charAt(0) + code.slice(2);
    return fc.constantFrom(code.slice(0, -1), code + code.slice(-1), `X${code}`, swapped, `${code}1`);
  });

/** Texts that are no code at all, but mean something to a careless look-up, pattern or database. */
const words = ['constructor', '__proto__', 'toString', 'null', 'undefined', '.*', '*', '%', '0'];

/** A service adds its next currency or token sooner than one of another kind: so many are tried of the kind of the listed ones, and of others. */
const [ofTheKind, ofOthers] = [5, 2];

const firstOf = (codes: readonly string[]): readonly string[] => codes.slice(0, 1);

/** Texts outside a list of codes; never one that is listed in another letter case or between spaces. */
export const unlistedCode = ({ listed, real, lookAlikes }: CodeSpace): Cases<string> => {
  const taken = new Set(listed.map(folded));
  const isFree = (code: string): boolean => !taken.has(folded(code));
  const guises = firstOf(listed).flatMap((code) => [widened(code), `${code}${code.slice(-1)}`, code.slice(0, -1)]);
  const examples = [
    // A service lets in a code that it knows from elsewhere.
    ...real.flatMap((codes, kind) => codes.filter(isFree).slice(0, kind === 0 ? ofTheKind : ofOthers)),
    '',
    'constructor',
    ...guises,
    'X'.repeat(1000),
  ];
  const free = examples.filter(isFree);
  const drawn = mixed(
    free,
    ...real.map((codes) => [3, fc.constantFrom(...codes)] as const),
    [2, fc.constantFrom(...lookAlikes)],
    [3, slip(listed)],
    [3, twinnedCode(listed)],
    [2, fullWidthCode(listed)],
    [2, fc.constantFrom(...words)],
    [1, letters('ABCDEFGHIJ', 300, 1200)],
    [2, fc.string({ minLength: 1, maxLength: 12 })],
  );
  const known = [...examples, ...words, ...lookAlikes, ...real.flat()];
  return withCases(drawn.filter(isFree), { examples: free, describe: codeDescriber({ known, listed }) });
};

const oddities = wordsIn('ZZZ 123 US no-such-currency undefined __proto__ constructor USD,BRL -1 ~');

const examples = ['no-such-currency', '123', twinned('USD', 0), 'constructor', 'X'.repeat(300), '-1'];

/** Texts that are no currency code and still one segment of a path: never empty, dots or slashes. */
export const strangeSegment = (): Cases<string> =>
  withCases(
    mixed(
      examples,
      [3, fc.constantFrom(...oddities)],
      [2, twinnedCode(depositCurrencies)],
      [1, letters('ABCDEFGHIJ', 100, 300)],
    ),
    { examples, describe: codeDescriber({ known: oddities, listed: depositCurrencies }) },
  );
