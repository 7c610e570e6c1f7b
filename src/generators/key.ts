import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Cases, letters, mixed, withCases } from './cases.ts';

/** Characters that a header value may hold anywhere and that no list or cookie splits. */
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789-_.~'];

const extra = letters(alphabet.join(''), 1, 8);

/** One character replaced by another, not by the same in another letter case: that is another family. */
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

/** Both ends altered, cut and lengthened, and the key in other letter cases: those first that differ most. */
const altered = (key: string): readonly string[] => [
  key.slice(0, -1).trim(),
  `${key}0`,
  `0${key}`,
  flipped(key),
  key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'),
  (key.startsWith('0') ? '1' : '0') + key.slice(1),
  key.slice(1).trim(),
  key + key,
];

interface InvalidKey {
  readonly value: string;
  /** How the key was made, without any letter of a valid one. */
  readonly description: string;
}

/** Keys near a valid one, each altered in another way, and none of them valid. */
export const alteredKeys = (key: string, ...alsoValid: readonly string[]): readonly InvalidKey[] => {
  const valid = new Set([key.trim(), '', ...alsoValid.map((other) => other.trim())]);
  return altered(key.trim())
    .filter((value) => !valid.has(value))
    .map((value) => ({ value, description: describeAltered(key.trim(), value) }));
};

const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** Every letter and digit becomes another of its kind, drawn by a digest from which nobody finds the way back. */
export const ofTheSameShape = (key: string): string => {
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

/** Keys that have nothing in common with a valid one: another of its shape, a UUID, a word. */
export const unrelatedKeys = (key: string, ...alsoValid: readonly string[]): readonly InvalidKey[] => {
  const valid = [key, ...alsoValid].map((other) => other.trim()).filter((other) => other !== '');
  return [
    { value: ofTheSameShape(key.trim()), description: 'another key of the same shape' },
    { value: '7d3f1c58-2b96-4e0a-9c47-5f8e61b0a2d4', description: 'a UUID as the key' },
    { value: 'undefined', description: 'a word as the key' },
  ].filter(({ value }) => valid.every((other) => isUnrelated(value, other)));
};

/**
 * Keys near a valid one: a character altered anywhere, truncated, extended, in another letter case. Never the key
 * itself, with or without spaces around it, and none of `alsoValid`, such as a restricted key of the same pattern.
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

/** Describes the alteration of a key, and none of its letters. */
const describeAltered = (key: string, value: string): string => {
  const more = value.length - key.length;
  if (value.toLowerCase() === key.toLowerCase()) return 'the key in another letter case';
  if (more === 0) return 'the key with another letter';
  if (value === key + key) return 'the key twice over';
  if (more < 0) return `the key without ${-more} letters at its ${key.startsWith(value) ? 'end' : 'beginning'}`;
  if (value.startsWith(key)) return `the key with ${more} letters behind it`;
  return `the key with ${more} letters ${value.endsWith(key) ? 'before' : 'in'} it`;
};
