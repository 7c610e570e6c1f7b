import { expect, test } from 'vitest';
import { surplusOf } from './proof.ts';

type Cases = Readonly<Record<string, readonly string[]>>;

const rowOf = (faults: Cases) => new Map(Object.entries(faults).map(([id, cases]) => [id, new Set(cases)]));

const surplus = (requirements: readonly Cases[], bySentence: readonly (readonly string[])[]) =>
  surplusOf(
    requirements.map(rowOf),
    bySentence.map((ids) => new Set(ids)),
  );

const five = { a: ['one'], b: ['one'], c: ['one'], d: ['one'], e: ['one'] };

test('a requirement keeps five faults', () => {
  expect(surplus([five], [['a'], ['b']])).toEqual([]);
  expect(surplus([{ ...five, f: ['one'] }], [['a'], ['b']])).toEqual(['a']);
});

test('a requirement keeps each case that a fault showed', () => {
  expect(surplus([{ ...five, f: ['two'] }], [['f']])).toEqual([]);
  expect(surplus([{ ...five, f: ['one', 'two'] }], [['f']])).toEqual([]);
  expect(surplus([{ ...five, f: ['two'], g: ['two'] }], [['f'], ['g']])).toEqual(['f']);
});

test('a requirement keeps a fault that needs one of several cases which others show', () => {
  const both = Object.fromEntries([...'abcde'].map((id) => [id, ['one', 'two']]));
  expect(surplus([{ ...both, f: ['two'] }], [['f']])).toEqual([]);
  expect(surplus([{ ...both, f: ['two'] }], [['a']])).toEqual(['a']);
});

test('a fault that one requirement can spare stays for another', () => {
  expect(surplus([{ ...five, f: ['one'] }, { f: ['one'] }], [['f']])).toEqual([]);
});

test('the faults of a sentence go together or stay', () => {
  const rows = [
    { ...five, f: ['one'] },
    { ...five, g: ['two'] },
  ];
  expect(surplus(rows, [['f', 'g']])).toEqual([]);
  expect(surplus(rows, [['f'], ['g']])).toEqual(['f']);
});
