import { expect, test } from 'vitest';
import { NotApplicable, recordsIn, type View, viewOf } from './reading.ts';

const record = {
  text: 'x',
  amount: '10.50',
  number: -1.5,
  at: '2026-11-21T10:00:00.000Z',
  list: [{ a: 1 }],
  map: { usd: { a: 2 } },
  none: null,
};
const view = viewOf(record);

test('a view reads members of the kind that is asked for', () => {
  expect([view.amount('amount').toString(), view.amount('number').toString()]).toEqual(['10.5', '-1.5']);
  expect(view.text('text')).toBe('x');
  expect(view.instant('at')).toBe(Date.UTC(2026, 10, 21, 10));
  expect(view.items('list').map((item) => item.value('a'))).toEqual([1]);
  expect(view.members('map').map((member) => member.value('a'))).toEqual([2]);
  expect(view.value('map.usd.a')).toBe(2);
  expect([view.has('none'), view.has('absent'), view.is('none', null), view.is('text', 'y')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test.each<[string, (of: View) => unknown]>([
  ['text', (of) => of.text('number')],
  ['amount', (of) => of.amount('text')],
  ['instant', (of) => of.instant('text')],
  ['list', (of) => of.list('map')],
  ['entries', (of) => of.entries('list')],
  ['value', (of) => of.value('absent')],
  ['except', (of) => of.except(true)],
])('a rule that asks for another kind says nothing of the record: %s', (_, ask) => {
  expect(() => ask(view)).toThrow(NotApplicable);
});

test.each(['1e3', '1,000', ' 1', '1.', '.5', '+1', '', true, null, Number.NaN])('%j is no amount', (value) => {
  expect(() => viewOf({ value }).amount('value')).toThrow(NotApplicable);
});

test('records are the items of a listing, the data of an envelope, or the body', () => {
  const places = (body: unknown) => recordsIn(body).map(({ where }) => where);
  expect(places([{}, {}])).toEqual(['$[0]', '$[1]']);
  expect(places({ data: [{}] })).toEqual(['$.data[0]']);
  expect(places({ data: {} })).toEqual(['$.data']);
  expect(places({ id: 1 })).toEqual(['$']);
});
