import { describe, expect, test } from 'vitest';
import { mutantsOf } from './mutate.ts';
import { sample } from './prove-mutants.ts';
import { loadLanguage } from './syntax.ts';

const language = await loadLanguage();

const source = `import { other } from './other.ts';

export function isLarge(amount: number, names: readonly string[]): boolean {
  if (amount < 0) throw new Error('negative');
  return names.some((name) => name === other) && amount > 10;
}
`;

const mutants = mutantsOf('amount.ts', source, language);

const changeOf = (text: string) =>
  mutantsOf('a.ts', `export const made = (a: any, b: any) => ${text};\n`, language).map(({ id }) => id);

describe('mutants of a file', () => {
  test('name the place, the operator and the change', () => {
    expect(mutants.map(({ id }) => id)).toContain(
      'amount.ts/isLarge negate-condition: amount < 0 → !(amount < 0)',
    );
  });

  test('have the line of the source', () => {
    expect(mutants.find(({ id }) => id.includes("literal: 'negative'"))?.line).toBe(4);
  });

  test('differ from the source and from each other', () => {
    const texts = mutants.map(({ text }) => text);
    expect(new Set([source, ...texts]).size).toBe(mutants.length + 1);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  test('can be translated', () => {
    expect(mutants.filter(({ file, text }) => language.translate(file, text) === undefined)).toEqual([]);
  });

  test('leave imports and types alone', () => {
    expect(mutants.filter(({ line }) => line < 3)).toEqual([]);
  });

  test('keep their names when something else moves them', () => {
    const moved = mutantsOf('amount.ts', `const first = 1;\n\n${source}`, language);
    expect(moved.map(({ id }) => id)).toEqual(expect.arrayContaining(mutants.map(({ id }) => id)));
  });

  test.each([
    ['a ?? b', 'one-side: a ?? b → (a)'],
    ['a ?? b', 'one-side: a ?? b → (b)'],
    ['a && b', 'swap-logical: a && b → ((a) || (b))'],
    ['a === b', 'swap-operator: a === b → a !== b'],
    ['a ? 1 : 2', 'negate-condition: a → !(a)'],
    ['!a', 'drop-not: !a → a'],
    ['({ a, b })', 'drop-member: a, → nothing'],
    ['[a, b]', 'drop-element: a, → nothing'],
    ["'x'", "replace-literal: 'x' → ''"],
    ['7', 'replace-literal: 7 → 8'],
    ['7n', 'replace-literal: 7n → 8n'],
    ['true', 'replace-literal: true → false'],
    ['a.every(b)', 'swap-call: every → some'],
    ['a.filter(b)', 'drop-call: a.filter(b) → a'],
    ['a.toString()', 'return-empty: a.toString() → (undefined)'],
  ])('of %s: %s', (text, change) => {
    expect(changeOf(text)).toContain(`a.ts/made ${change}`);
  });
});

describe('a sample', () => {
  const names = (options: { seed: number; size: number }) => sample(mutants, options).map(({ id }) => id);

  test('is the same for a seed and another for another', () => {
    expect(names({ seed: 1, size: 6 })).toEqual(names({ seed: 1, size: 6 }));
    expect(names({ seed: 2, size: 6 })).not.toEqual(names({ seed: 1, size: 6 }));
  });

  test('holds the smaller ones', () => {
    expect(names({ seed: 1, size: 6 }).slice(0, 3)).toEqual(names({ seed: 1, size: 3 }));
  });
});
