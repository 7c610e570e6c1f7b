import { expect, test } from 'vitest';
import { surplusOf } from './proof.ts';

const noticed = (faults: Readonly<Record<string, readonly string[]>>) =>
  surplusOf(new Map(Object.entries(faults).map(([id, cases]) => [id, new Set(cases)])));

const five = { a: ['one'], b: ['one'], c: ['one'], d: ['one'], e: ['one'] };

test('a requirement keeps five faults', () => {
  expect(noticed(five)).toEqual([]);
  expect(noticed({ ...five, f: ['one'] })).toEqual(['a']);
});

test('a requirement keeps a fault that alone shows some case', () => {
  expect(noticed({ ...five, f: ['two'] })).not.toContain('f');
  expect(noticed({ f: ['one', 'two'], ...five })).not.toContain('f');
});

test('a requirement keeps a fault that needs one of several cases which others show', () => {
  const others = {
    a: ['one', 'two'],
    b: ['one', 'two'],
    c: ['one', 'two'],
    d: ['one', 'two'],
    e: ['one', 'two'],
  };
  expect(noticed({ f: ['two'], ...others })).not.toContain('f');
});
