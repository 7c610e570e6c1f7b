import fc from 'fast-check';
import { anyOf } from './families.ts';

const rewritings: readonly ((code: string) => string)[] = [
  (code) => code.toLowerCase(),
  (code) => ` ${code}`,
  (code) => `${code} `,
  (code) => code.charAt(0) + code.slice(1).toLowerCase(),
  (code) => code.charAt(0).toLowerCase() + code.slice(1),
  (code) => `\t${code}\n`,
  (code) => ` ${code.toLowerCase()} `,
];

/** Listed codes in another letter case or between spaces: the document leaves open what they get. */
export const recasedCode = (listed: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(anyOf(rewritings), anyOf(listed)).map(([rewrite, code]) => rewrite(code));
