import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from './reply.test.support.ts';
import { holdsNothingNegative } from './values.ts';

const places = (operation: OperationId, ...replies: readonly Reply[]) =>
  holdsNothingNegative(operation)(replies, settingOf()).findings.map(({ where }) => where);

const shown = (operation: OperationId, body: unknown) => places(operation, replyOf({ operation, body }));

test('what fees leave may be less than nothing where they are more than the amount', () => {
  const invoice = { targetAmount: 1, totalFees: 2.5, targetAmountReceivable: -1.5 };
  expect(shown('lightning-offramp.initiate', { data: invoice })).toEqual([]);
  expect(shown('lightning-offramp.initiate', { data: { ...invoice, targetAmount: 3 } })).toEqual([
    '$.data.targetAmountReceivable',
  ]);
  const items = [1, 3].map((amount) => ({ amount: String(amount), feeAmount: '2', netAmount: '-1' }));
  expect(shown('conversion.list', { data: items })).toEqual(['$.data[].netAmount']);
  expect(shown('conversion.list', { data: items.slice(0, 1) })).toEqual([]);
});

test('zero is not negative, and what carries no amount shows nothing', () => {
  expect(shown('withdrawal.read', { amount: '0.00000000', rate: 0, fee_amount: '-0' })).toEqual([]);
  expect(() => shown('withdrawal.read', { amount: 'free' })).toThrow(Untested);
});

describe('where an order for less than nothing', () => {
  const order = (status: number) => replyOf({ operation: 'offramp.initiate', status, sent: { from: { amount: -5 } } });
  const listing = (...records: readonly object[]) => replyOf({ operation: 'offramp.list', body: { data: records } });
  const debit = { from: { amount: '-5.00' }, to: { net_amount: '-4.00' } };
  const odd = { from: { amount: '5.00' }, to: { net_amount: '-4.00' } };

  test('was accepted, records of it are left out, and no others', () => {
    expect(places('offramp.list', order(201), listing(debit, { from: { amount: '1' } }))).toEqual([]);
    expect(places('offramp.list', order(201), listing(debit, odd))).toEqual(['$.data[].to.net_amount']);
  });

  test('was refused, none is left out', () => {
    expect(places('offramp.list', order(400), listing(debit))).toEqual([
      '$.data[].from.amount',
      '$.data[].to.net_amount',
    ]);
  });
});
