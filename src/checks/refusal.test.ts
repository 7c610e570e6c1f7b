import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { refused } from './judges.ts';
import { isOfKind, type MessageKind } from './refusal.ts';

const differencesIn = (refusal: Parameters<typeof refused>[0], status: number, body: object = {}): number =>
  refused(refusal)([replyOf({ operation: 'offramp.initiate', status, body })], settingOf()).findings.length;

test('a refusal without a stated status is any 4xx that speaks of the order', () => {
  for (const status of [400, 404, 409, 422]) expect(differencesIn({}, status)).toBe(0);
  for (const status of [200, 201, 401, 403, 500]) expect(differencesIn({}, status)).toBe(1);
  expect(() => differencesIn({}, 429)).toThrow(Untested);
});

test.each<[string, MessageKind, boolean]>([
  ['Subaccount not found', 'subaccount not found', true],
  ['No sub-account with this id', 'subaccount not found', true],
  ['Bank account not found', 'subaccount not found', false],
  ['Not found', 'subaccount not found', false],
  ['Nicht gefunden: Unterkonto', 'subaccount not found', true],
  ['Something went wrong', 'bank account not found', false],
  ['The recipient does not exist', 'bank account not found', true],
  ['Subaccount not found', 'bank account not found', false],
  ['Customer not found', 'business not found', false],
  ['', 'withdrawal not found', false],
  ['Invalid or missing API key', 'invalid key', true],
  ['You do not have permission to access this resource', 'no permission', true],
  ['This key may not do that', 'no permission', true],
  ['The API key is not entitled to this resource', 'no permission', true],
  ['Invalid or missing API key', 'no permission', false],
  ['An invoice was generated; paying it delivers the funds', 'invoice generated', true],
  ['Lightning invoice generated', 'invoice generated', false],
  ['Fatura Lightning gerada', 'invoice generated', true],
])('%j is of the kind %j: %s', (message, kind, fits) => {
  expect(isOfKind(message, kind)).toBe(fits);
});

test('an error body has its members: one that is null is as wrong as one that is missing', () => {
  const body = { statusCode: 404, timestamp: '2025-01-01T00:00:00.000Z', error: 'Not Found', message: 'No such one' };
  const missing = (change: object) => differencesIn({ status: 404, body: 'full' }, 404, { ...body, ...change });
  expect(missing({})).toBe(0);
  expect(missing({ statusCode: null })).toBe(1);
  expect(missing({ timestamp: undefined })).toBe(1);
});
