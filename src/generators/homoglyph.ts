import fc from 'fast-check';

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

export const widened = (code: string): string => [...code].map(fullWidth).join('');

/** A code in full-width letters, which a compatibility normalization would turn into the code itself. */
export const fullWidthCode = (codes: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...codes).map(widened);
