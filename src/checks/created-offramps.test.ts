import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { keepsAsCreated, listsEachOnce } from './created-offramps.ts';
import { replyOf, settingOf } from './reply.test.support.ts';
import { codesOf, pagesOf } from './trace.test.support.ts';

const setting = settingOf();

const made = {
  id: 'A1',
  created_at: '2025-01-01T00:00:00.900Z',
  client_offramp_reference: 'Ref',
  from: { amount: '10.25', asset: 'USDC', address: '0xABC' },
};

const kept = (changes: object) =>
  codesOf(
    keepsAsCreated([[replyOf({ operation: 'offramp.read', body: { ...made, ...changes } }), made]], setting)
      .findings,
  );

test('amounts are compared by value, codes and addresses without letter case, instants to the second', () => {
  expect(kept({})).toEqual([]);
  expect(kept({ from: { amount: '10.250000', asset: 'usdc', address: '0xabc' } })).toEqual([]);
  expect(kept({ created_at: '2025-01-01T00:00:00.000000+00:00' })).toEqual([]);
  expect(kept({ from: { amount: '10.00' } })).toEqual(['DISAGREES']);
  expect(kept({ from: { address: '0xDEF' } })).toEqual(['DISAGREES']);
  expect(kept({ created_at: '2024-12-31T00:00:00.900Z' })).toEqual(['DISAGREES']);
});

test('the reference of an order shows wherever its record does', () => {
  expect(kept({ client_offramp_reference: undefined })).toEqual(['MISSING_MEMBER']);
  expect(kept({ client_offramp_reference: null })).toContain('MISSING_MEMBER');
  expect(() => keepsAsCreated([], setting)).toThrow(Untested);
});

const order = replyOf({ operation: 'offramp.initiate', status: 201, body: made });

const listed = (ids: readonly string[], { isWhole = true, quiet = true } = {}) => {
  const pages = pagesOf(
    'offramp.list',
    ids.map((id) => ({ id })),
  );
  return codesOf(listsEachOnce({ created: [order], pages, isWhole }, { ...setting, quiet }).findings);
};

test('a created offramp stands in the listing once', () => {
  expect(listed(['a1', 'B2'])).toEqual([]);
  expect(listed(['B2'])).toEqual(['NOT_LISTED_ONCE']);
  expect(listed(['a1', 'A1'])).toEqual(['NOT_LISTED_ONCE']);
  expect(listed(['a1', 'A1'], { quiet: false })).toEqual([]);
});

test('a listing that is too long to be walked through can show an item twice, and not that it is missing', () => {
  expect(listed(['a1', 'A1'], { isWhole: false })).toEqual(['NOT_LISTED_ONCE']);
  expect(listed(['a1'], { isWhole: false })).toEqual([]);
  expect(() => listed(['B2'], { isWhole: false })).toThrow(Untested);
});
