import { expect, test } from 'vitest';
import { z } from 'zod';
import { contentOf, shownKinds } from './content.ts';
import { decimal, mapOf, text, timestamp, uri } from './formats.ts';
import { balances, conversionListing, subaccount, unknownMembers, unlistedValues } from './index.ts';
import { individualKyc } from './individual-kyc.ts';
import { taxonomy } from './records.ts';

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

test('unknown members are found at any depth, once each', () => {
  const item = { id: 'x', spread: '0.1' };
  expect(unknownMembers(conversionListing, { data: [item, item], next: null })).toEqual([
    { path: '$.next', observed: 'null' },
    { path: '$.data[].spread', observed: 'decimal(1)' },
  ]);
});

test('the keys of a map are data, the members of its values are not', () => {
  const value = { capabilities: { currencies: { XYZ: { status: 'locked', canLend: true } } } };
  expect(unknownMembers(subaccount, value)).toEqual([
    { path: '$.capabilities.currencies{*}.canLend', observed: 'boolean' },
  ]);
});

test('a member name that may be data is not repeated', () => {
  expect(unknownMembers(balances, { 'ada@example.com': 1 })).toEqual([{ path: '$.{email}', observed: 'number' }]);
});

test('unlisted values of open sets are named where they look like codes', () => {
  const profiles = [{ status: 'approved' }, { status: 'on_hold' }, { status: 'ask Ada' }];
  const currencies = { USD: { rails: { wire: true, fedwire: true } }, KES: {} };
  expect(unlistedValues(subaccount, { status: 'odd', kyc: { profiles }, capabilities: { currencies } })).toEqual([
    { path: '$.kyc.profiles[].status', observed: 'on_hold' },
    { path: '$.kyc.profiles[].status', observed: 'text(7)' },
    { path: '$.capabilities.currencies', observed: 'KES' },
    { path: '$.capabilities.currencies{*}.rails', observed: 'fedwire' },
  ]);
});

test('a value of another shape drifts nowhere', () => {
  expect(unknownMembers(subaccount, [1])).toEqual([]);
  expect(unlistedValues(subaccount, null)).toEqual([]);
});

test('a flood of members that nobody documented is listed as 50, the others counted, none by its name', () => {
  const flood = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`jane doe ${'x'.repeat(index % 300)}${index}`, 1]),
  );
  const drifts = unknownMembers(balances, flood);
  expect(drifts).toHaveLength(51);
  expect(drifts.at(-1)).toEqual({ path: '$', observed: expect.stringMatching(/^\d+ more of this kind$/) });
  expect(JSON.stringify(drifts)).not.toContain('jane');
  expect(JSON.stringify(drifts).length).toBeLessThan(5_000);
});

const kindsIn = (...of: Parameters<typeof shownKinds>) => new Set(shownKinds(...of).map(({ kind }) => kind));

test('an empty list shows nothing', () => {
  expect([...shownKinds(taxonomy, [])]).toEqual([]);
});

test('a value shows what it could break, and null or another type nothing of it', () => {
  const record = {
    status: 'approved',
    type: 'individual',
    phone: '+4912345',
    birth_date: null,
    created_at: 7,
  };
  const shown = kindsIn(individualKyc, record);
  expect([shown.has('phone'), shown.has('set'), shown.has('missing')]).toEqual([true, true, true]);
  expect([shown.has('date'), shown.has('country'), shown.has('uri')]).toEqual([false, false, false]);
});

test('the names of a map are values too', () => {
  expect(kindsIn(balances, { balances: { usd: 1 } }).has('currency-case')).toBe(true);
  expect(kindsIn(balances, { balances: {} }).has('currency-case')).toBe(false);
});

test('a place is told once, however many entries there are', () => {
  const [tag] = shownKinds(taxonomy, [{ tags: [{ title: 'a' }, { title: 'b' }] }]).filter(({ path }) =>
    path.startsWith('$[].tags[]'),
  );
  expect(tag).toEqual({ kind: 'missing', path: '$[].tags[].member' });
});
