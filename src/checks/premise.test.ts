import { expect, test } from 'vitest';
import { toUnverified } from './premise.ts';
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
