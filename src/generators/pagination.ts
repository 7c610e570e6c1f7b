import fc from 'fast-check';
import { type Cases, codeDescriber, letters, mixed, withCases, wordsIn } from './cases.ts';

/** Taken for a page, the next to last begins beyond 64 bits where a page has many items; the last is beyond them itself. */
const examples = ['', 'abc', '1.5', '0x1', ' ', '1e400', '4611686018427387905', '99999999999999999999999999'];

const oddities = wordsIn('-1 NaN Infinity -9223372036854775809 null true 1,2 [1] {} 1;2 -- ½');

/** Values of `page` or `limit` that are no whole number, below zero, or beyond any listing. */
export const malformedBound = (): Cases<string> =>
  withCases(
    mixed(
      examples,
      [3, fc.constantFrom(...oddities)],
      [1, fc.integer({ max: -1 }).map(String)],
      [1, letters('abcxyz_-', 1, 300)],
      [1, letters('123456789', 25, 300)],
    ),
    {
      examples,
      describe: (bound) => (/^-\d+$/.test(bound) ? 'a whole number below zero' : describeOther(bound)),
    },
  );

const describeOther = codeDescriber({ known: [...examples, ...oddities] });
