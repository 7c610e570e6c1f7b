import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Cases, codeDescriber, letters, mixed, orOthers, withCases, wordsIn } from './cases.ts';

// Ids, page bounds and keys that are similar to valid ones, or nothing like them.

/** Version 4, neither biased nor shrunk, because test data have ids near zero. */
const absentId = (): fc.Arbitrary<string> => fc.noShrink(fc.noBias(fc.uuid({ version: 4 })));

/**
 * Ids of the same form that differ from a known one in one character, at the end or at the beginning. Letters replace
 * digits, and digits replace letters, because test data may be numbered.
 */
export const nearIds = (id: string): readonly [end: string, beginning: string] => {
  const other = (character: string) => (/\d/.test(character) ? 'e' : '7');
  return [`${id.slice(0, -1)}${other(id.slice(-1))}`, `${other(id.slice(0, 1))}${id.slice(1)}`];
};

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

/** No plain words: `me` or `occupations` may be the path of an undocumented operation. */
const words = ['not-a-uuid', 'undefined', 'null', 'NaN', 'no-such-id', 'zzzzzzzz', '__proto__', '~', '$'];
const number = fc.oneof(fc.constantFrom('0', '1', '-1', '3.14', '4294967296', '1e9'), fc.nat().map(String));

/** Identifiers of other systems: with a prefix, 24 hexadecimal digits, 21 letters in any case. */
const otherKinds = fc.oneof(
  letters(hexadecimal, 16, 16).map((tail) => `sub_${tail}`),
  letters(hexadecimal, 24, 24),
  letters('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ', 21, 21),
);

/**
 * The nil UUID identifies nothing, a percent sign matches every id in an SQL pattern, and a long text fits no column.
 */
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
 * Path segments that no reader takes for a UUID, not even one that ignores hyphens, braces or group lengths. Never
 * empty, and without dots or slashes, which would change the path.
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
    {
      examples,
      examplesOf: orOthers(examples, words),
      describe: (id) => forms.find(([form]) => form.test(id))?.[1] ?? describeWord(id),
    },
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

/** With large pages, the offset of the last but one exceeds 64 bits. The last one exceeds 64 bits itself. */
const bounds = ['', 'abc', '1.5', '0x1', ' ', '1e400', '4611686018427387905', '99999999999999999999999999'];

const noNumbers = wordsIn('-1 NaN Infinity -9223372036854775809 null true 1,2 [1] {} 1;2 -- ½');

/** Text that is no whole number, negative, or beyond any listing. */
export const malformedBound = (): Cases<string> =>
  withCases(
    mixed(
      bounds,
      [3, fc.constantFrom(...noNumbers)],
      [1, fc.integer({ max: -1 }).map(String)],
      [1, letters('abcxyz_-', 1, 300)],
      [1, letters('123456789', 25, 300)],
    ),
    {
      examples: bounds,
      examplesOf: orOthers(bounds, noNumbers),
      describe: (bound) => (/^-\d+$/.test(bound) ? 'a whole number below zero' : describeOther(bound)),
    },
  );

const describeOther = codeDescriber({ known: [...bounds, ...noNumbers] });

/** Characters that are valid anywhere in a header value, and at which no list or cookie is split. */
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789-_.~'];

const extra = letters(alphabet.join(''), 1, 8);

/** Replaces one character. Another letter case is a family of its own. */
const replaced = (key: string) =>
  fc.tuple(fc.nat({ max: key.length - 1 }), fc.nat({ max: alphabet.length - 2 })).map(([at, choice]) => {
    const others = alphabet.filter((character) => character !== key.charAt(at).toLowerCase());
    return key.slice(0, at) + (others[choice % others.length] ?? '') + key.slice(at + 1);
  });

const truncated = (key: string) =>
  fc.oneof(
    fc.integer({ min: 1, max: key.length - 1 }).map((left) => key.slice(0, left)),
    fc.integer({ min: 1, max: key.length - 1 }).map((gone) => key.slice(gone)),
    fc.constant(key.slice(0, -1)),
  );

const extended = (key: string) =>
  fc.oneof(
    extra.map((more) => key + more),
    extra.map((more) => more + key),
    fc.tuple(extra, fc.nat({ max: key.length })).map(([more, at]) => key.slice(0, at) + more + key.slice(at)),
    fc.constant(key + key),
  );

const flipped = (text: string): string =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');

const recased = (key: string) =>
  fc.oneof(
    fc.constantFrom(key.toUpperCase(), key.toLowerCase(), flipped(key)),
    fc.nat({ max: key.length - 1 }).map((at) => key.slice(0, at) + flipped(key.charAt(at)) + key.slice(at + 1)),
  );

/** The key changed, shortened and lengthened at both ends, and in other letter cases; the largest change first. */
const altered = (key: string): readonly string[] => [
  key.slice(0, -1).trim(),
  `${key}0`,
  `0${key}`,
  flipped(key),
  `${sameShape(key)},${key}`,
  key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'),
  (key.startsWith('0') ? '1' : '0') + key.slice(1),
  key.slice(1).trim(),
  `Bearer ${key}`,
  key + key,
];

interface InvalidKey {
  readonly value: string;
  /** A few words, without any letter of a valid key. */
  readonly description: string;
}

/** Altered keys, each with another change; none is valid. */
export const alteredKeys = (key: string, ...alsoValid: readonly string[]): readonly InvalidKey[] => {
  const valid = new Set([key.trim(), '', ...alsoValid.map((other) => other.trim())]);
  return altered(key.trim())
    .filter((value) => !valid.has(value))
    .map((value) => ({ value, description: describeAltered(key.trim(), value) }));
};

const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** Replaces each letter and digit by another of its kind, from a digest that cannot be reversed. */
export const sameShape = (key: string): string => {
  const digest = createHash('sha256').update(key).digest();
  return [...key]
    .map((letter, at) => {
      const others = kinds.find((kind) => kind.includes(letter))?.replace(letter, '');
      return others?.charAt((digest[at % digest.length] ?? 0) % others.length) ?? letter;
    })
    .join('');
};

const isUnrelated = (value: string, valid: string): boolean => {
  const [one, other] = [value.toLowerCase(), valid.toLowerCase()];
  return !one.includes(other) && !other.includes(one) && one.slice(0, 3) !== other.slice(0, 3);
};

/** Another key of the same form, a UUID, and a word. */
export const unrelatedKeys = (key: string, ...alsoValid: readonly string[]): readonly InvalidKey[] => {
  const valid = [key, ...alsoValid].map((other) => other.trim()).filter((other) => other !== '');
  return [
    { value: sameShape(key.trim()), description: 'another key of the same shape' },
    { value: '7d3f1c58-2b96-4e0a-9c47-5f8e61b0a2d4', description: 'a UUID as the key' },
    { value: 'undefined', description: 'a word as the key' },
    { value: 'long-'.repeat(24), description: 'a key of 120 letters' },
  ].filter(({ value }) => valid.every((other) => isUnrelated(value, other)));
};

/**
 * Keys similar to a valid one: one character changed, truncated, extended, in other letter case. Never the key itself,
 * with or without spaces, and none of `alsoValid`, such as a restricted key of the same form.
 */
export const alteredKey = (key: string, ...alsoValid: readonly string[]): Cases<string> => {
  const plain = key.trim();
  if (plain === '') throw new Error('alteredKey: the key is empty and cannot be altered; give it a key that is valid');
  const valid = new Set([plain, ...alsoValid.map((other) => other.trim())]);
  const isAltered = (value: string): boolean => value !== '' && !valid.has(value);
  const others = [replaced(plain), extended(plain)];
  if (plain.length > 1) others.push(truncated(plain));
  if (plain !== flipped(plain)) others.push(recased(plain));
  const examples = altered(plain).filter(isAltered);
  const drawn = mixed(examples, ...others.map((family) => [1, family] as const));
  return withCases(drawn.map((value) => value.trim()).filter(isAltered), {
    examples,
    describe: (value) => describeAltered(plain, value),
  });
};

const describeAltered = (key: string, value: string): string => {
  const more = value.length - key.length;
  if (value.toLowerCase() === key.toLowerCase()) return 'the key in another letter case';
  if (more === 0) return 'the key with another letter';
  if (value === key + key) return 'the key twice over';
  if (value.endsWith(`,${key}`)) return 'the key in a list, behind another';
  if (value === `Bearer ${key}`) return 'the key behind the word Bearer';
  if (more < 0) return `the key without ${-more} letters at its ${key.startsWith(value) ? 'end' : 'beginning'}`;
  if (value.startsWith(key)) return `the key with ${more} letters behind it`;
  return `the key with ${more} letters ${value.endsWith(key) ? 'before' : 'in'} it`;
};
