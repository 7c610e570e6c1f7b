import fc from 'fast-check';
import { depositCurrencies } from '#contract';
import { type Cases, codeDescriber, letters, mixed, withCases, wordsIn } from './cases.ts';
import { twinned, twinnedCode } from './homoglyph.ts';

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
