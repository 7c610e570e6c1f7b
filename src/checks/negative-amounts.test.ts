import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { holdsNothingNegative } from './negative-amounts.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const places = (operation: OperationId, ...replies: readonly Reply[]) =>
  holdsNothingNegative(operation)(replies, settingOf()).findings.map(({ where }) => where);

const shown = (operation: OperationId, body: unknown) => places(operation, replyOf({ operation, body }));

test('an amount below zero is found, in texts, numbers and through lists', () => {
  expect(shown('withdrawal.read', { amount: '-1.00000000', rate: 1 })).toEqual(['$.amount']);
  expect(shown('withdrawal.read', { amount: '1.00000000', gross_amount: -0.5 })).toEqual(['$.gross_amount']);
  const limits = { system_min: '0.00000000', system_max: '-1.00000000' };
  expect(shown('taxonomy.list', [{ currency_configurations: [{ limits }] }])).toEqual([
    '$.currency_configurations.limits.system_max',
  ]);
});

test('zero is not negative, and what carries no amount shows nothing', () => {
  expect(shown('withdrawal.read', { amount: '0.00000000', rate: 0, fee_amount: '-0' })).toEqual([]);
  expect(() => shown('withdrawal.read', { amount: 'free' })).toThrow(Untested);
});

describe('where an order for less than nothing', () => {
  const order = (status: number) =>
    replyOf({ operation: 'offramp.initiate', status, sent: { from: { amount: -5 } } });
  const listing = (...records: readonly object[]) =>
    replyOf({ operation: 'offramp.list', body: { data: records } });
  const debit = { from: { amount: '-5.00' }, to: { net_amount: '-4.00' } };
  const odd = { from: { amount: '5.00' }, to: { net_amount: '-4.00' } };

  test('was accepted, records of it are left out, and no others', () => {
    expect(places('offramp.list', order(201), listing(debit, { from: { amount: '1' } }))).toEqual([]);
    expect(places('offramp.list', order(201), listing(debit, odd))).toEqual(['$.data.to.net_amount']);
  });

  test('was refused, none is left out', () => {
    expect(places('offramp.list', order(400), listing(debit))).toEqual([
      '$.data.from.amount',
      '$.data.to.net_amount',
    ]);
  });
});
