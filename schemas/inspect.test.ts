import { expect, describe as group, test } from 'vitest';
import { z } from 'zod';
import { describe } from './describe.ts';
import { closedSet, decimal, documentUri, mapOf, text, timestamp, uri } from './formats.ts';
import { balances, conversionListing, subaccount, unknownMembers, unlistedValues } from './index.ts';
import { individualKyc } from './individual-kyc.ts';
import { contentOf, inspect, shownKinds } from './inspect.ts';
import { taxonomy } from './records.ts';
import { codeOf } from './value-rules.ts';

const schema = z.looseObject({
  status: closedSet(['open', 'shut']),
  amount: decimal(8),
  note: text().nullable(),
  file: documentUri(),
});

const document = 'uri of a document (jpeg, jpg, png, heic, heif, pdf)';
const valid = { status: 'open', amount: '1.00000000', note: null, file: 'https://a.com/b.pdf' };

test.each([
  ['status', 'OPEN', 'OUTSIDE_CLOSED_SET', 'one of open, shut', 'differs only in case'],
  ['status', 'secret', 'OUTSIDE_CLOSED_SET', 'one of open, shut', 'text(6)'],
  ['amount', '1.50', 'WRONG_PLACES', 'decimal string with 8 places', 'decimal(2)'],
  ['amount', 1.5, 'WRONG_TYPE', 'decimal string with 8 places', 'number'],
  ['note', undefined, 'OMITTED_NULLABLE_MEMBER', 'string or null', 'missing'],
  ['file', 'https://a.com/b.exe', 'DOCUMENT_FORMAT', document, 'uri with another extension'],
])('%s as %j', (member, value, code, expected, observed) => {
  const [deviation, ...others] = inspect(schema, { ...valid, [member]: value });
  expect(deviation).toMatchObject({ code, path: [member], expected, observed });
  expect(others).toEqual([]);
});

test.each([
  [undefined, 'missing'],
  [null, 'null'],
  [1.5, 'number'],
  [Infinity, 'number out of range'],
  [false, 'boolean'],
  [[1, 2, 3], 'array(3)'],
  [{}, 'object'],
  ['8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1', 'uuid'],
  ['00000000-0000-0000-0000-000000000000', 'nil-uuid'],
  ['2024-01-01T00:00:00.000Z', 'datetime-ms-utc'],
  ['2024-01-01T00:00:00Z', 'datetime-s-utc'],
  ['2024-01-01T00:00:00.123456+02:00', 'datetime-us-offset+02:00'],
  ['2024-01-01T00:00:00.1', 'datetime-f1-local'],
  ['2024-02-30T00:00:00.000Z', 'impossible-datetime'],
  ['2024-01-01', 'date'],
  ['2024-02-30', 'impossible-date'],
  ['-12.50', '-decimal(2)'],
  ['ada@example.com', 'email'],
  ['https://example.com', 'uri'],
  ['+15551234567', 'e164'],
  ['US', 'CC2'],
  ['USD', 'CC3'],
  ['Seventeen letters', 'text(17)'],
])('%j is described as %s', (value, description) => {
  expect(describe(value)).toBe(description);
});

test('a root of another type is one deviation at the root', () => {
  expect(inspect(schema, [])).toMatchObject([{ kind: 'type', path: [], expected: 'object', observed: 'array(0)' }]);
  expect(inspect(schema, null)).toMatchObject([{ kind: 'null', path: [] }]);
});

group('a flood of deviations', () => {
  const record = z.looseObject({ id: text(), amount: decimal(8) });
  const listing = z.looseObject({ data: z.array(record), count: text() });
  const timesOf = (deviations: ReturnType<typeof inspect>) => deviations.reduce((sum, { times = 1 }) => sum + times, 0);

  test('is capped at 50 of each kind, shows each path, and is counted', () => {
    const items = Array.from({ length: 1000 }, () => ({ id: 1, amount: '1' }));
    const found = inspect(listing, { data: items, count: 1 });
    const types = found.filter(({ kind }) => kind === 'type');
    expect(types).toHaveLength(50);
    expect(timesOf(types)).toBe(1001);
    expect(types.map(({ path }) => path)).toContainEqual(['count']);
    expect(found.filter(({ kind }) => kind === 'places')).toHaveLength(50);
  });

  test('hides no other deviation behind it', () => {
    const items: object[] = Array.from({ length: 999 }, () => ({ id: 1, amount: '1.00000000' }));
    const found = inspect(listing, { data: [...items, { id: 'a', amount: '1' }], count: 'c' });
    expect(found.filter(({ kind }) => kind === 'places')).toMatchObject([{ path: ['data', 999, 'amount'] }]);
  });

  test('of more items than anybody lists is found in the first 200 and a sample', () => {
    const items = Array.from({ length: 100_000 }, () => ({}));
    const found = inspect(listing, { data: items, count: 'c' });
    expect(found).toHaveLength(50);
    expect(timesOf(found)).toBe(2 * 250);
    const deep = { data: [{ id: 'a', amount: '1.00000000' }], nested: [items, items], count: 'c' };
    expect(inspect(listing, deep)).toEqual([]);
  });

  test('keeps the places of the body that was sent', () => {
    const sound = { id: 'a', amount: '1.00000000' };
    const items: object[] = Array.from({ length: 10_200 }, () => sound);
    items[150] = { ...sound, id: 1 };
    items[200 + 400] = { ...sound, id: 1 };
    const found = inspect(listing, { data: items, count: 'c' });
    expect(found.map(({ path }) => path)).toEqual([
      ['data', 150, 'id'],
      ['data', 600, 'id'],
    ]);
  });
});

test('no deviation repeats what the payload holds, names of map members included', () => {
  const canary = 'canary value';
  const spoilt = { status: canary, amount: canary, note: { canary }, file: canary };
  expect(JSON.stringify(inspect(schema, spoilt))).not.toContain(canary);
  expect(inspect(mapOf(text(), text()), { [canary]: 1 })[0]?.path).toEqual(['{text(12)}']);
});

test('members without a prototype are read like others, and inherited ones are missing', () => {
  const bare = Object.assign(Object.create(null), valid);
  expect(inspect(schema, bare)).toEqual([]);
  expect(inspect(z.looseObject({ name: text() }), Object.create(null))).toMatchObject([{ kind: 'missing' }]);
});

test('every code is a distinct finding code', () => {
  const codes = Object.values(codeOf);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[A-Z0-9_]+$/);
});

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

const { name: _name, link: _link, ...rest } = plain;

test.each<[string, object, object]>([
  ['times of other precision', { ...plain, at: '2026-01-02T03:04:05.000000+00:00' }, plain],
  ['amounts with fewer zeros', { ...plain, amount: '1.5' }, plain],
  ['links with another signature', { ...plain, link: 'https://a.example/b?signature=2' }, plain],
  ['lists in another order', { ...plain, names: ['a', 'b'] }, plain],
  ['further members', { ...plain, further: 1 }, plain],
  ['null and empty as missing', { ...rest, name: null, link: '' }, rest],
])('two ways to write one content are the same: %s', (_what, one, other) => {
  expect(contents(one)).toEqual(contents(other));
});

test('lists are told by their length, maps by their keys, and what may vary is left out with all below it', () => {
  expect(contents(plain)).toMatchInlineSnapshot(`
    {
      "$.amount": "1.5",
      "$.at": "2026-01-02T03:04:05.000Z",
      "$.byCode": "USD",
      "$.byCode{*}.rate": "1",
      "$.link": "a link",
      "$.name": ""Ada"",
      "$.names": "2 items",
      "$.names[]": ""a"
    "b"",
    }
  `);
  expect(contents({ ...plain, names: [], byCode: {} })).toMatchObject({ '$.names': '0 items', '$.byCode': '' });
  const fixed = ['$.at', '$.amount', '$.link', '$.names', '$.names[]', '$.byCode'];
  expect(Object.keys(contents(plain, ['$.byCode{*}', '$.name']))).toEqual(fixed);
});

const item = { id: 'x', spread: '0.1' };

test.each<[string, z.ZodType, unknown, object]>([
  [
    'at any depth, once each',
    conversionListing,
    { data: [item, item], next: null },
    { '$.next': 'null', '$.data[].spread': 'decimal(1)' },
  ],
  [
    'in values of a map, whose keys are data',
    subaccount,
    { capabilities: { currencies: { XYZ: { status: 'locked', canLend: true } } } },
    { '$.capabilities.currencies{*}.canLend': 'boolean' },
  ],
  ['without a name that may be data', balances, { 'ada@example.com': 1 }, { '$.{email}': 'number' }],
  ['not in a value of another shape', subaccount, [1], {}],
])('unknown members are found %s', (_where, of, value, found) => {
  const expected = Object.entries(found).map(([path, observed]) => ({ path, observed }));
  expect(unknownMembers(of, value)).toEqual(expected);
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
  expect(unlistedValues(subaccount, null)).toEqual([]);
});

test('a flood of members that nobody documented is listed as 50, the others counted, none by its name', () => {
  const flood = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`jane doe ${'x'.repeat(index % 300)}${index}`, 1]),
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
  const record = { status: 'approved', type: 'individual', phone: '+4912345', birth_date: null, created_at: 7 };
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
