import { describe, expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Reply } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { toUnverified, unlikeAbsences } from './orders.ts';

const refusal = (subaccountId: string) =>
  replyOf({ operation: 'deposit.simulate', status: 422, input: { subaccountId }, body: {} });

const read = (subaccountId: string, type: string) =>
  replyOf({ operation: 'subaccount.read', status: 200, input: { subaccountId }, body: { type } });

const judgedOf = (type: 'individual' | 'business', ...subaccounts: readonly ReturnType<typeof read>[]) =>
  toUnverified<undefined>(type, ([judged]) => ({ findings: [], judged }))(
    [[refusal('a'), refusal('b')], undefined, subaccounts],
    settingOf(),
  ).judged.map(({ request }) => request.input.subaccountId);

test('a claim about businesses is judged for them alone, and untested where no unverified business is set', () => {
  const both = [read('a', 'individual'), read('B', 'business')];
  expect(judgedOf('individual', ...both)).toEqual(['a']);
  expect(judgedOf('business', ...both)).toEqual(['b']);
  expect(judgedOf('individual')).toEqual(['a', 'b']);
  expect(() => judgedOf('business')).toThrow('RAMP_UNVERIFIED_SUBACCOUNT_ID is not set to that of a business');
  const businesses = [read('a', 'business'), read('b', 'business')];
  expect(() => judgedOf('individual', ...businesses)).toThrow(/is not set to that of an individual/);
});

describe('a refusal that is worded as for an absent account or subaccount', () => {
  const refused = (message: string, operation: OperationId = 'deposit.simulate') =>
    replyOf({ operation, status: 422, body: { message } });
  const judgedOf = (refusals: readonly Reply[], accounts: readonly Reply[], subaccounts: readonly Reply[]) =>
    unlikeAbsences((judged) => ({ findings: [], judged }))([refusals, [accounts, subaccounts]], settingOf()).judged
      .length;
  const no = refused('no');
  const nobody = refused('nobody');
  const ofKyc = refused('KYC approval is required');

  test('shows nothing, and others are judged', () => {
    expect(judgedOf([no, nobody], [], [])).toBe(2);
    expect(judgedOf([no, nobody], [no], [refused('never')])).toBe(1);
    expect(judgedOf([no, nobody], [], [no])).toBe(1);
  });

  test('is judged where it speaks of verification, which an absent subaccount lacks too', () => {
    expect(judgedOf([ofKyc], [], [ofKyc])).toBe(1);
  });

  const onramp = [refused('no', 'onramp.initiate')];

  test.each([
    ['nothing to judge', [no], [], [no], 'as one of an absent subaccount is'],
    ['nothing to judge', onramp, onramp, [], 'as one without a bank account is'],
    ['user', [no], [no], [], 'as one to an unknown account is'],
  ] as const)('leaves the claim untested: %s', (by, refusals, accounts, subaccounts, reason) => {
    expect(() => judgedOf(refusals, accounts, subaccounts)).toThrow(
      expect.objectContaining({ why: expect.objectContaining({ by, reason: expect.stringContaining(reason) }) }),
    );
  });
});
