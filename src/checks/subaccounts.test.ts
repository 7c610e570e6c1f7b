import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { holds } from './judges.ts';
import { emptyOrNone } from './rule.ts';
import { fitsItsKyc, keepsPersonsApart, listsAssetNetworks, offersAcceptedRails } from './subaccounts.ts';

const served = (operation: OperationId, subaccountId: string, type: string) =>
  replyOf({ operation, input: { subaccountId }, body: { type } });

const found = (...replies: readonly ReturnType<typeof served>[]) => fitsItsKyc(replies, settingOf()).findings.length;

test('one without a type or a record, or with records of both kinds, shows nothing', () => {
  const record = served('individual-kyc.read', 'A1', 'individual');
  const both = [record, served('business-kyc.read', 'A1', 'business')];
  const read = served('subaccount.read', 'A1', 'business');
  expect(() => found(read)).toThrow(Untested);
  expect(() => found(...both, read)).toThrow(Untested);
  expect(() =>
    found(record, replyOf({ operation: 'subaccount.read', input: { subaccountId: 'A1' }, body: {} })),
  ).toThrow(Untested);
});

test("empty maps of what a subaccount may do are the service's doing where it was granted an order", () => {
  const input = { subaccountId: 'a1' };
  const order = replyOf({ operation: 'onramp.initiate', input, status: 201 });
  const record = (status: string, currencies: object) =>
    replyOf({ operation: 'subaccount.read', input, body: { status, capabilities: { currencies, assets: {} } } });
  const codeOf = (granted: readonly Reply[], read: Reply, path = 'capabilities.currencies'): string => {
    const setting = settingOf();
    const attribution = {
      ...setting.attribution,
      successesOf: (id: OperationId) => granted.filter((it) => it.operation === id),
    };
    return emptyOrNone([read], { ...setting, attribution }, path);
  };
  expect(codeOf([order], record('approved', {}))).toBe('EMPTY_RECORDS');
  expect(codeOf([], record('approved', {}))).toBe('NO_RECORD');
  expect(codeOf([order], record('review', {}))).toBe('NO_RECORD');
  expect(codeOf([order], record('approved', { USD: {} }))).toBe('NO_RECORD');
  expect(codeOf([order], record('approved', { USD: {} }), 'capabilities.assets')).toBe('EMPTY_RECORDS');
  expect(codeOf([order], record('approved', {}), 'kyc.profiles')).toBe('NO_RECORD');
});

test('two subaccounts of one name are one person, and two without a name are nobody', () => {
  const shown = (subaccountId: string, firstName: string | null) =>
    replyOf({
      operation: 'subaccount.read',
      input: { subaccountId },
      body: { firstName, email: 'desk@reseller.example', createdAt: '2024-05-01T10:00:00.000Z' },
    });
  const same = (...names: readonly (string | null)[]) =>
    keepsPersonsApart(
      names.map((name, at) => shown(`a${at}`, name)),
      settingOf(),
    ).findings.length;
  expect(same('Ada', 'Ada')).toBe(1);
  expect(same('Ada', 'Eva', null)).toBe(0);
  expect(() => same(null, null, 'Ada')).toThrow(Untested);
});

test('two verification records of one person are found, save that of the person who opened a business', () => {
  const kyc = (subaccountId: string) =>
    replyOf({
      operation: 'individual-kyc.read',
      input: { subaccountId },
      body: {
        type: 'individual',
        first_name: 'Ada',
        last_name: null,
        created_at: '2024-05-01T10:00:00.000Z',
      },
    });
  const count = (...typeOfSecond: readonly string[]) =>
    keepsPersonsApart(
      [
        served('subaccount.read', 'a', 'individual'),
        ...typeOfSecond.map((type) => served('subaccount.read', 'b', type)),
        ...['a', 'A', 'b'].map(kyc),
      ],
      settingOf(),
    ).findings.length;
  expect(count('individual')).toBe(1);
  expect(() => count('business')).toThrow(Untested);
  expect(() => count()).toThrow(Untested);
});

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

test('a capability without rails, one of another currency and a record without a body say nothing of an order', () => {
  const records = [
    recordWith(shut),
    replyOf({ operation: 'subaccount.read', input: { subaccountId: 'one' }, body: {} }),
    replyOf({ operation: 'subaccount.read', input: { subaccountId: 'one' } }),
  ];
  for (const record of records)
    expect(() => offersAcceptedRails([record, offramp('WIRE')], settingOf())).toThrow('no order was accepted');
});

test.each([
  ['of its own', 'ETH', 0],
  ['of other assets alone', 'LIGHTNING', 1],
  ['that the document does not name, which drifts as a value', 'TRON', 0],
])('an asset on a network %s', (_what, network, count) => {
  const body = { capabilities: { assets: { USDT: { networks: [network] } } } };
  const { findings } = holds(listsAssetNetworks)([replyOf({ operation: 'subaccount.read', body })], settingOf());
  expect(findings).toHaveLength(count);
});

test('an asset named like an inherited member has no networks', () => {
  const body: unknown = JSON.parse(
    '{"capabilities":{"assets":{"constructor":{"networks":["ETH"]},"__proto__":{"networks":["ETH"]}}}}',
  );
  const judge = holds(listsAssetNetworks);
  expect(() => judge([replyOf({ operation: 'subaccount.read', body })], settingOf())).toThrow(Untested);
});
