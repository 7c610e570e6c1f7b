import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { toUnverified, unlikeThoseOfAbsentThings } from './premise.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

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
  expect(() => judgedOf('business')).toThrow(
    'RAMP_UNVERIFIED_SUBACCOUNT_ID is not set to that of a business',
  );
  const businesses = [read('a', 'business'), read('b', 'business')];
  expect(() => judgedOf('individual', ...businesses)).toThrow(/is not set to that of a person/);
});

test('a refusal shows nothing where one for an absent account or subaccount is alike', () => {
  const refused = (message: string) =>
    replyOf({ operation: 'deposit.simulate', status: 422, body: { message } });
  const judgedOf = (withoutAccount: readonly Reply[], withoutSubaccount: readonly Reply[]) =>
    unlikeThoseOfAbsentThings((judged) => ({ findings: [], judged }))(
      [
        [refused('no KYC'), refused('no')],
        [withoutAccount, withoutSubaccount],
      ],
      settingOf(),
    ).judged.length;
  expect(judgedOf([], [])).toBe(2);
  expect(judgedOf([refused('no')], [refused('nobody')])).toBe(1);
  expect(judgedOf([], [refused('no')])).toBe(1);
  expect(() => judgedOf([], [refused('no'), refused('no KYC')])).toThrow('as one of an absent subaccount is');
  expect(() => judgedOf([refused('no')], [refused('no KYC')])).toThrow('unknown account');
});
