import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { type ReplyOptions, replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { carriesContent, datesNothingToCome, holdsNothingNegative } from './values.ts';

const negatives = (operation: OperationId, ...replies: readonly Reply[]) =>
  holdsNothingNegative(operation)(replies, settingOf()).findings.map(({ where }) => where);

const shown = (operation: OperationId, body: unknown) => negatives(operation, replyOf({ operation, body }));

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
    expect(negatives('offramp.list', order(201), listing(debit, { from: { amount: '1' } }))).toEqual([]);
    expect(negatives('offramp.list', order(201), listing(debit, odd))).toEqual(['$.data[].to.net_amount']);
  });

  test('was refused, none is left out', () => {
    expect(negatives('offramp.list', order(400), listing(debit))).toEqual([
      '$.data[].from.amount',
      '$.data[].to.net_amount',
    ]);
  });
});

const serverDate = new Date('2025-06-01T12:00:00Z');
const dated = (options: ReplyOptions): Reply => ({ ...replyOf(options), serverDate });

const datedLate = (...replies: readonly Reply[]) =>
  datesNothingToCome(replies, settingOf()).findings.map(({ where }) => where);

test('clocks may differ by some minutes, and future instants may be dated so', () => {
  const body = {
    created_at: '2025-06-01T12:03:00.000Z',
    settlement: { estimated_at: '2025-06-02T12:00:00.000Z' },
  };
  expect(datedLate(dated({ operation: 'offramp.read', body }))).toEqual([]);
});

test('a date that is behind, as a gateway may give it, blames no record of now', () => {
  const body = { created_at: '2025-06-01T12:00:00.000Z' };
  const slow = {
    ...dated({ operation: 'withdrawal.read', body }),
    serverDate: new Date('2025-04-01T12:00:00Z'),
  };
  expect(datedLate({ ...slow, receivedAt: serverDate })).toEqual([]);
  expect(datedLate(slow)).toEqual(['$.created_at']);
});

test('an answer without a date shows nothing', () => {
  const body = { created_at: '2999-01-01T00:00:00.000Z' };
  expect(() => datedLate(replyOf({ operation: 'withdrawal.read', body }))).toThrow(Untested);
});

const emptyTexts = (operation: OperationId, body: unknown) =>
  carriesContent([replyOf({ operation, body })], settingOf()).findings.map(({ where }) => where);

test('names are there once a verification is approved', () => {
  expect(emptyTexts('business-kyc.read', { status: 'approved', legal_name: '' })).toEqual(['$.legal_name']);
  expect(() => emptyTexts('business-kyc.read', { status: 'not_started', legal_name: '' })).toThrow(Untested);
});

test('a record without such a text shows nothing', () => {
  expect(() => emptyTexts('balances.read', { email: '' })).toThrow(Untested);
});
