import { expect, test } from 'vitest';
import { balances } from './balances.ts';
import { individualKyc } from './individual-kyc.ts';
import { shownKinds } from './shown.ts';
import { taxonomy } from './taxonomy.ts';

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
