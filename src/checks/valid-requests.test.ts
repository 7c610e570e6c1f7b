import { expect, test } from 'vitest';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { hasFaultyBody, observesMissingMembers } from './valid-requests.ts';

const whole = { currency: 'BRL', amount: 5, accountNumber: '0123' };

const deposit = (sentBody: string, status = 400, description = 'a case') =>
  replyOf({ operation: 'deposit.simulate', status, sentBody, purpose: { case: description } });

test.each([
  ['a mistyped member', JSON.stringify({ ...whole, amount: '5' })],
  ['a null', JSON.stringify({ ...whole, currency: null })],
  ['a missing member', JSON.stringify({ ...whole, amount: undefined })],
  ['an array', JSON.stringify([whole])],
  ['no JSON', '{"currency":'],
  ['nothing', ''],
])('a body is faulty with %s', (_what, sent) => {
  expect(hasFaultyBody(deposit(sent))).toBe(true);
});

test('a body is not faulty for an unlisted value, and a read has none', () => {
  expect(hasFaultyBody(deposit(JSON.stringify({ ...whole, currency: 'JPY' })))).toBe(false);
  expect(hasFaultyBody(deposit(JSON.stringify(whole)))).toBe(false);
  expect(hasFaultyBody(replyOf({ operation: 'balances.read' }))).toBe(false);
});

test('the answer to a missing member is a fact by the name of the member', () => {
  const lacking = JSON.stringify({ ...whole, amount: undefined });
  const replies = [
    deposit(lacking, 422, 'without amount'),
    deposit(lacking, 429, 'without amount'),
    deposit(JSON.stringify(whole), 201, 'without currency'),
  ];
  expect(observesMissingMembers(replies, settingOf()).facts).toEqual([
    { operation: 'deposit.simulate', situation: 'without amount', fact: 422 },
  ]);
});
