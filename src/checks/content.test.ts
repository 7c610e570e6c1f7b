import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { Untested } from '#evidence';
import { replyOf, settingOf } from './reply.test.support.ts';
import { carriesContent } from './values.ts';

const places = (operation: OperationId, body: unknown) =>
  carriesContent([replyOf({ operation, body })], settingOf()).findings.map(({ where }) => where);

test('names are there once a verification is approved', () => {
  expect(places('business-kyc.read', { status: 'approved', legal_name: '' })).toEqual(['$.legal_name']);
  expect(() => places('business-kyc.read', { status: 'not_started', legal_name: '' })).toThrow(Untested);
});

test('a record without such a text shows nothing', () => {
  expect(() => places('balances.read', { email: '' })).toThrow(Untested);
});
