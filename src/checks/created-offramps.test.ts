import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { isReadAsListed, keepsAsCreated, listsEachOnce, observesTimeToShow } from './offramps.ts';
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
    keepsAsCreated([[replyOf({ operation: 'offramp.read', body: { ...made, ...changes } }), made]], setting).findings,
  );

test('amounts are compared by value, codes and addresses without letter case, instants to the second', () => {
  expect(kept({})).toEqual([]);
  expect(kept({ from: { amount: '10.250000', asset: 'usdc', address: '0xabc' } })).toEqual([]);
  expect(kept({ created_at: '2025-01-01T00:00:00.000000+00:00' })).toEqual([]);
  expect(kept({ from: { amount: '10.00' } })).toEqual(['DISAGREES']);
  expect(kept({ from: { address: '0xDEF' } })).toEqual(['DISAGREES']);
  expect(kept({ created_at: '2024-12-31T00:00:00.900Z' })).toEqual(['DISAGREES']);
});

const quoted = { to: { net_amount: '9.50' }, pricing: { fx_rate: '1.00' } };
const requoted = { to: { net_amount: '9.40' }, pricing: { fx_rate: '0.99' } };

test('a quote is kept while the offramp is pending', () => {
  const pending = { ...made, ...quoted, status: 'pending' };
  const keptAs = (status: string, quote: object) =>
    codesOf(
      keepsAsCreated(
        [[replyOf({ operation: 'offramp.read', body: { ...pending, ...quote, status } }), pending]],
        setting,
      ).findings,
    );
  expect(keptAs('pending', quoted)).toEqual([]);
  expect(keptAs('pending', requoted)).toEqual(['DISAGREES', 'DISAGREES']);
  expect(keptAs('paid', requoted)).toEqual([]);
});

const settled = (status: string, estimatedAt: string) => ({
  ...made,
  ...quoted,
  status,
  settlement: { withdrawal_id: null, estimated_at: estimatedAt, end_to_end_id: 'E2E' },
});

test('the state of an offramp is the same in a read and in the listing at one time', () => {
  const item = settled('pending', '2025-01-02T00:00:00.000Z');
  const found = (body: object, isAtOneTime = true) => {
    const pairs = [[replyOf({ operation: 'offramp.read', body }), item]] as const;
    const { findings } = isReadAsListed({ pairs, atOneTime: isAtOneTime ? pairs : [], further: [] }, setting);
    return findings.map(({ where }) => where);
  };
  expect(found(settled('pending', '2025-01-02T00:00:00.000000+00:00'))).toEqual([]);
  const moved = settled('paid', '2025-01-03T00:00:00.000Z');
  expect(found(moved)).toEqual(['$.status', '$.settlement.estimated_at']);
  expect(found({ ...moved, ...requoted }, false)).toEqual([]);
  expect(found({ ...settled('pending', '2025-01-02T00:00:00.000Z'), ...requoted })).toEqual([
    '$.to.net_amount',
    '$.pricing.fx_rate',
  ]);
});

test('the reference of an order shows wherever its record does', () => {
  expect(kept({ client_offramp_reference: undefined })).toEqual(['MISSING_MEMBER']);
  expect(kept({ client_offramp_reference: null })).toContain('MISSING_MEMBER');
  expect(() => keepsAsCreated([], setting)).toThrow(Untested);
});

const order = replyOf({ operation: 'offramp.initiate', status: 201, body: made });

const listed = (ids: readonly string[], { isWhole = true, quiet = true, growsByItself = false } = {}) => {
  const pages = pagesOf(
    'offramp.list',
    ids.map((id) => ({ id })),
  );
  return codesOf(listsEachOnce({ created: [order], pages, isWhole, growsByItself }, { ...setting, quiet }).findings);
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

test('where items come by themselves, one that stands twice shows nothing, and one that is missing does', () => {
  expect(() => listed(['a1', 'A1'], { growsByItself: true })).toThrow('come into the listing by themselves');
  expect(listed(['a1'], { growsByItself: true })).toEqual([]);
  expect(listed(['B2', 'B2'], { growsByItself: true })).toEqual(['NOT_LISTED_ONCE']);
});

test('how long an offramp took to show is told where it was looked for in vain', () => {
  const at = (seconds: number) => ({ receivedAt: new Date(Date.UTC(2025, 0, 1, 0, 0, seconds)) });
  const order = { ...replyOf({ operation: 'offramp.initiate', status: 201, body: { id: 'A' } }), ...at(0) };
  const read = (status: number, seconds: number) => ({
    ...replyOf({ operation: 'offramp.read', status, input: { offrampId: 'a' }, body: {} }),
    ...at(seconds),
  });
  const told = (...reads: readonly ReturnType<typeof read>[]) =>
    observesTimeToShow([order, ...reads], settingOf()).facts?.map(({ fact }) => fact);
  expect(told(read(404, 1), read(200, 13), read(404, 20))).toEqual(['after 13 s']);
  expect(told(read(200, 13))).toEqual(['at once']);
  expect(told(read(404, 1))).toEqual([]);
});
