import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { replyOf, settingOf } from './reply.test.support.ts';
import { listsNetworksOfEachAsset, offersTheRailsThatTakeOrders, opensWhatTakesOrders } from './subaccounts.ts';
import { holds } from './words.ts';

const shut = {
  status: 'approved',
  canOnramp: false,
  canOfframp: false,
  canDeposit: false,
  canWithdraw: false,
};

const recordWith = (usd: object) =>
  replyOf({
    operation: 'subaccount.read',
    input: { subaccountId: 'one' },
    body: { capabilities: { currencies: { usd } } },
  });

const offramp = (rail?: string, subaccountId = 'one', status = 200) =>
  replyOf({
    operation: 'offramp.initiate',
    status,
    input: { subaccountId },
    sent: { to: { currency: 'USD', payment_rail: rail } },
  });

test('a capability that can do nothing contradicts an order that was accepted in its currency', () => {
  const judge = (usd: object, order = offramp()) => opensWhatTakesOrders([recordWith(usd), order], settingOf());
  expect(judge(shut).findings).toMatchObject([{ code: 'CAPABILITY_DENIED' }]);
  expect(judge({ ...shut, canWithdraw: true }).findings).toEqual([]);
  expect(() => judge({ ...shut, status: 'locked' })).toThrow('no order was accepted');
  expect(() => judge(shut, offramp(undefined, 'another'))).toThrow('no order was accepted');
  expect(() => judge(shut, offramp(undefined, 'one', 422))).toThrow('no order was accepted');
});

test('a rail that is shown as unavailable contradicts an order that went over it, however it is spelt', () => {
  const judge = (rails: object, rail?: string) =>
    offersTheRailsThatTakeOrders([recordWith({ ...shut, rails }), offramp(rail)], settingOf());
  expect(judge({ 'same-day_ach': false }, 'SAME_DAY_ACH').findings).toHaveLength(1);
  expect(judge({ wire: true, ach: false }, 'WIRE').findings).toEqual([]);
  expect(() => judge({ wire: false })).toThrow('no order was accepted');
  expect(() => judge({ wire: false }, 'RTP')).toThrow('no order was accepted');
});

test('a capability without rails, one of another currency and a record without a body say nothing of an order', () => {
  const records = [
    recordWith(shut),
    replyOf({ operation: 'subaccount.read', input: { subaccountId: 'one' }, body: {} }),
    replyOf({ operation: 'subaccount.read', input: { subaccountId: 'one' } }),
  ];
  for (const record of records)
    expect(() => offersTheRailsThatTakeOrders([record, offramp('WIRE')], settingOf())).toThrow('no order was accepted');
});

test('an asset named like an inherited member has no networks', () => {
  const body: unknown = JSON.parse(
    '{"capabilities":{"assets":{"constructor":{"networks":["ETH"]},"__proto__":{"networks":["ETH"]}}}}',
  );
  const judge = holds(listsNetworksOfEachAsset);
  expect(() => judge([replyOf({ operation: 'subaccount.read', body })], settingOf())).toThrow(Untested);
});
