import { describe, expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import { keepsAnOrderOnce, keepsItsTerms } from './offramps.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const record = (id: string, reference: string, more: object = {}) => ({
  id,
  status: 'pending',
  client_offramp_reference: reference,
  from: { amount: '100.00', asset: 'USDC' },
  to: { recipient_id: 'r', currency: 'USD' },
  created_at: '2026-01-02T03:04:05.678Z',
  ...more,
});

const ordered = (id: string, reference: string, status = 201) =>
  replyOf({
    operation: 'offramp.initiate',
    status,
    body: status < 300 ? record(id, reference) : { message: 'no' },
    sent: { client_offramp_reference: reference },
  });

const listed = (...data: readonly object[]) => replyOf({ operation: 'offramp.list', body: { data } });
const read = (body: object) => replyOf({ operation: 'offramp.read', body });

const foundBy = (judge: typeof keepsItsTerms, ...replies: readonly Reply[]) =>
  judge(replies, settingOf()).findings.map(({ code, where }) => `${code} ${where}`);

test('the ids of a payout are found that change once it was made, and none that comes later', () => {
  const paid = (end: string, withdrawal: string | null, status = 'paid') =>
    read(record('A', 'ref-1', { status, settlement: { end_to_end_id: end, withdrawal_id: withdrawal } }));
  expect(foundBy(keepsItsTerms, paid('e1', null), paid('e1', 'w1', 'completed'))).toEqual([]);
  expect(foundBy(keepsItsTerms, paid('', null, 'pending'), paid('e1', 'w1'))).toEqual([]);
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e2', 'w1'))).toEqual(['DISAGREES $.settlement.end_to_end_id']);
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e1', 'w2'))).toEqual(['DISAGREES $.settlement.withdrawal_id']);
  // What a settlement holds depends on the status.
  expect(foundBy(keepsItsTerms, paid('e1', 'w1'), paid('e2', 'w2', 'completed'))).toEqual([]);
});

describe('an accepted order is one record', () => {
  const order = ordered('A', 'ref-1');

  test.each<[string, readonly Reply[]]>([
    ['in the listing and when it is read', [listed(record('a', 'REF-1')), read(record('A', 'ref-1'))]],
    ['with others', [listed(record('A', 'ref-1'), record('B', 'of another'))]],
    [
      'with a refused one that is kept as failed',
      [listed(record('A', 'ref-1'), record('B', 'ref-1', { status: 'failed' }))],
    ],
  ])('%s', (_, shown) => {
    expect(foundBy(keepsAnOrderOnce, order, ...shown)).toEqual([]);
  });

  test('a second record with its reference is found, whoever has it', () => {
    const twin = listed(record('A', 'ref-1'), record('B', 'ref-1'));
    expect(foundBy(keepsAnOrderOnce, order, twin)).toEqual(['ORDERED_ONCE $.data[].client_offramp_reference']);
    expect(foundBy(keepsAnOrderOnce, order, read(record('B', 'ref-1')))).toHaveLength(1);
  });

  test('an order is found in the listing of a subaccount that did not place it, and there alone', () => {
    const under = (subaccountId: string, reply: Reply): Reply => ({
      ...reply,
      request: { ...reply.request, input: { ...reply.request.input, subaccountId } },
    });
    const placed = under('business', order);
    const seen = (owner: string) => foundBy(keepsAnOrderOnce, placed, under(owner, listed(record('a', 'ref-1'))));
    expect(seen('BUSINESS')).toEqual([]);
    expect(seen('individual')).toEqual(['FOREIGN_ORDER $.data[].id']);
  });

  test('two orders of one reference may be two records, and one whose outcome is not known may be any', () => {
    const both = listed(record('A', 'ref-1'), record('B', 'ref-1'));
    expect(foundBy(keepsAnOrderOnce, order, ordered('B', 'ref-1'), both)).toEqual([]);
    expect(() => keepsAnOrderOnce([order, ordered('', 'ref-1', 500), both], settingOf())).toThrow(Untested);
  });

  test('an order that was placed for a lost one excuses a record of that', () => {
    const anew = ordered('C', 'ref-3');
    const forLost = { ...anew, request: { ...anew.request, lost: { client_offramp_reference: 'ref-1' } } };
    const all = listed(record('A', 'ref-1'), record('B', 'ref-1'), record('C', 'ref-3'));
    expect(foundBy(keepsAnOrderOnce, order, forLost, all)).toEqual([]);
    expect(foundBy(keepsAnOrderOnce, order, anew, all)).toHaveLength(1);
  });

  test('a record of a refused order is found, save one that failed', () => {
    const refused = ordered('', 'ref-2', 400);
    const both = (status: string) => listed(record('A', 'ref-1'), record('B', 'ref-2', { status }));
    expect(foundBy(keepsAnOrderOnce, order, refused, both('pending'))).toHaveLength(1);
    expect(foundBy(keepsAnOrderOnce, order, refused, both('failed'))).toEqual([]);
    expect(foundBy(keepsAnOrderOnce, order, ordered('', 'ref-2', 408), both('pending'))).toEqual([]);
  });

  test('nothing is shown where no order was accepted, or none shows', () => {
    for (const replies of [
      [ordered('', 'ref-1', 422), listed(record('B', 'ref-9'))],
      [order, listed()],
    ])
      expect(() => keepsAnOrderOnce(replies, settingOf())).toThrow(Untested);
  });
});

describe('what is fixed of an offramp', () => {
  const first = listed(record('A', 'ref-1'));

  test.each<[string, Reply]>([
    ['written otherwise', listed(record('a', 'ref-1', { from: { amount: '100', asset: 'usdc' } }))],
    ['in another state', read(record('A', 'ref-1', { status: 'paid' }))],
    ['created milliseconds apart', read(record('A', 'ref-1', { created_at: '2026-01-02T03:04:05Z' }))],
  ])('stays the same though it is %s', (_, later) => {
    expect(foundBy(keepsItsTerms, first, later)).toEqual([]);
  });

  test.each<[string, object]>([
    ['$.from.amount', { from: { amount: '1.00', asset: 'USDC' } }],
    ['$.to.recipient_id', { to: { recipient_id: 's', currency: 'USD' } }],
    ['$.created_at', { created_at: '2026-01-03T03:04:05.678Z' }],
  ])('is found with another %s', (where, change) => {
    expect(foundBy(keepsItsTerms, first, read(record('A', 'ref-1', change)))).toEqual([`DISAGREES ${where}`]);
    expect(foundBy(keepsItsTerms, first, listed(record('A', 'ref-1', change)))).toEqual([
      `DISAGREES ${where.replace('$', '$.data[]')}`,
    ]);
  });

  test('shows nothing where no offramp shows twice', () => {
    expect(() => keepsItsTerms([first, listed(record('B', 'ref-2'))], settingOf())).toThrow(Untested);
  });
});
