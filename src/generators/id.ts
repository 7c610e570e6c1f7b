import fc from 'fast-check';
import { type Cases, codeDescriber, letters, mixed, withCases, wordsIn } from './cases.ts';

/** Ids of version 4 that name nothing. Neither biased nor shrunk: near zero lie the ids of test data. */
const absentId = (): fc.Arbitrary<string> => fc.noShrink(fc.noBias(fc.uuid({ version: 4 })));

/**
 * Ids of the same form that differ from a known one in one place only, at the end or at the beginning. A letter takes the place of a
 * digit, and a digit that of a letter: test data may be numbered.
 */
export const nearIds = (id: string): readonly [end: string, beginning: string] => {
  const other = (character: string) => (/\d/.test(character) ? 'e' : '7');
  return [`${id.slice(0, -1)}${other(id.slice(-1))}`, `${other(id.slice(0, 1))}${id.slice(1)}`];
};

/** The UUID of zeros alone. */
const nilId = '00000000-0000-0000-0000-000000000000';

const hexadecimal = '0123456789abcdef';
const tooFewGroups = fc
  .tuple(absentId(), fc.integer({ min: 1, max: 4 }))
  .map(([id, groups]) => id.split('-').slice(0, groups).join('-'));
const tooManyGroups = fc.tuple(absentId(), letters(hexadecimal, 4, 4)).map(([id, group]) => `${id}-${group}`);
const wrongLetter = fc
  .tuple(absentId(), fc.nat({ max: 31 }), fc.constantFrom(...'ghijkmnopqrstuvwxyz'))
  .map(([id, place, letter]) => {
    const at = [...id].flatMap((character, index) => (character === '-' ? [] : [index]))[place] ?? 0;
    return id.slice(0, at) + letter + id.slice(at + 1);
  });

/** No plain words: `me` or `occupations` may be the path of an operation that the document does not show. */
const words = ['not-a-uuid', 'undefined', 'null', 'NaN', 'no-such-id', 'zzzzzzzz', '__proto__', '~', '$'];
const number = fc.oneof(fc.constantFrom('0', '1', '-1', '3.14', '4294967296', '1e9'), fc.nat().map(String));

/** Identifiers of other systems: a prefixed one, 24 hexadecimal digits, 21 letters of any case. */
const otherKinds = fc.oneof(
  letters(hexadecimal, 16, 16).map((tail) => `sub_${tail}`),
  letters(hexadecimal, 24, 24),
  letters('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ', 21, 21),
);

/** The nil UUID names nothing, a percent sign matches every id in a pattern of SQL, and a long text fits no column. */
const examples = [
  '%',
  nilId,
  'x'.repeat(300),
  'not-a-uuid',
  '1',
  '5f0c7d2e-91ab-4c3d-8e6f',
  '5f0c7d2e-91ab-4c3d-8e6f-0a1b2c3d4e5g',
  '5f0c7d2e-91ab-4c3d-8e6f-0a1b2c3d4e5f-0a1b',
  '507f1f77bcf86cd799439011',
  'undefined',
];

/**
 * Path segments that no reader takes for a UUID: not even one that ignores hyphens, braces or the length of groups.
 * Never empty, dots or slashes, which would make another path of it.
 */
export const malformedId = (): Cases<string> =>
  withCases(
    mixed(
      examples,
      [3, fc.constantFrom(...words)],
      [2, tooFewGroups],
      [2, wrongLetter],
      [1, tooManyGroups],
      [2, number],
      [2, otherKinds],
      [1, letters('xyz-', 100, 300)],
    ),
    { examples, describe: (id) => forms.find(([form]) => form.test(id))?.[1] ?? describeWord(id) },
  );

const forms: readonly (readonly [form: RegExp, description: string])[] = [
  [/^-?\d+$/, 'a whole number'],
  [/^-?[\d.e]+$/, 'a number'],
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){0,3}$/, 'a UUID that lacks its end'],
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-/, 'a UUID with a sixth group'],
  [/^[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}$/, 'a UUID with a letter that is no hexadecimal digit'],
  [/^0{8}-/, 'the nil UUID'],
  [/^sub_/, 'an id with a prefix'],
  [/^[0-9a-f]{24}$/, 'twenty-four hexadecimal digits'],
];

const describeWord = codeDescriber({ known: [...words, '%'] });

/** Taken for a page, the next to last begins beyond 64 bits where a page has many items; the last is beyond them itself. */
const bounds = ['', 'abc', '1.5', '0x1', ' ', '1e400', '4611686018427387905', '99999999999999999999999999'];

const oddities = wordsIn('-1 NaN Infinity -9223372036854775809 null true 1,2 [1] {} 1;2 -- ½');

/** Values of `page` or `limit` that are no whole number, below zero, or beyond any listing. */
export const malformedBound = (): Cases<string> =>
  withCases(
    mixed(
      bounds,
      [3, fc.constantFrom(...oddities)],
      [1, fc.integer({ max: -1 }).map(String)],
      [1, letters('abcxyz_-', 1, 300)],
      [1, letters('123456789', 25, 300)],
    ),
    {
      examples: bounds,
      describe: (bound) => (/^-\d+$/.test(bound) ? 'a whole number below zero' : describeOther(bound)),
    },
  );

const describeOther = codeDescriber({ known: [...bounds, ...oddities] });
