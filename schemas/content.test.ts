import { expect, test } from 'vitest';
import { z } from 'zod';
import { contentOf } from './content.ts';
import { decimal, mapOf, text, timestamp, uri } from './formats.ts';

const record = z.looseObject({
  at: timestamp(),
  amount: decimal(),
  link: uri(),
  name: text().nullable(),
  names: z.array(text()),
  byCode: mapOf(text(), z.looseObject({ rate: text() })),
});

const contents = (body: unknown, except: readonly string[] = []) => Object.fromEntries(contentOf(record, body, except));

const plain = {
  at: '2026-01-02T03:04:05.000Z',
  amount: '1.50',
  link: 'https://a.example/b?signature=1',
  name: 'Ada',
  names: ['b', 'a'],
  byCode: { USD: { rate: '1' } },
};

test('two ways to write one content are the same', () => {
  const other = {
    ...plain,
    at: '2026-01-02T03:04:05.000000+00:00',
    amount: '1.5',
    link: 'https://a.example/b?signature=2',
    names: ['a', 'b'],
    further: 1,
  };
  expect(contents(other)).toEqual(contents(plain));
});

test('what is empty, null or missing has no content', () => {
  const { name: _name, link: _link, ...rest } = plain;
  const without = contents(rest);
  expect(without).not.toHaveProperty(['$.name']);
  expect(contents({ ...rest, name: null, link: '' })).toEqual(without);
});

test('lists are told by their length and maps by their keys', () => {
  expect(contents(plain)).toMatchObject({ '$.names': '2 items', '$.byCode': 'USD' });
  expect(contents({ ...plain, names: [], byCode: {} })).toMatchObject({
    '$.names': '0 items',
    '$.byCode': '',
  });
});

test('what may vary is left out with all below it', () => {
  expect(Object.keys(contents(plain, ['$.byCode{*}', '$.name']))).toEqual([
    '$.at',
    '$.amount',
    '$.link',
    '$.names',
    '$.names[]',
    '$.byCode',
  ]);
});
