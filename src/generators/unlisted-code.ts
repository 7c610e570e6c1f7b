import fc from 'fast-check';
import { type Cases, codeDescriber, letters, mixed, withCases } from './cases.ts';
import { fullWidthCode, twinned, twinnedCode, widened } from './homoglyph.ts';

interface CodeSpace {
  readonly listed: readonly string[];
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

/** Enough to meet a service that lets in what is real: no list of a service is so short that it has none of them. */
const maxOfFamily = 5;

const firstOf = (codes: readonly string[]): readonly string[] => codes.slice(0, 1);

/** Texts outside a list of codes; never one that is listed in another letter case or between spaces. */
export const unlistedCode = ({ listed, real, lookAlikes }: CodeSpace): Cases<string> => {
  const taken = new Set(listed.map(folded));
  const isFree = (code: string): boolean => !taken.has(folded(code));
  const guises = firstOf(listed).flatMap((code) => [
    twinned(code, 0),
    widened(code),
    `${code}${code.slice(-1)}`,
    code.slice(0, -1),
  ]);
  const examples = [
    // A service lets in a code that it knows from elsewhere.
    ...real.flatMap((codes) => codes.slice(0, maxOfFamily)),
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
