import { expect, test } from 'vitest';
import { attribute } from '#attribution';
import { type Credential, createKeys, type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { hidesOtherData, showsNothingRefused, tellsNoKey } from './refused-data.ts';

const [ours, theirs] = ['0f0e0d0c-0001-4000-8000-000000000001', '0f0e0d0c-0002-4000-8000-000000000002'] as const;
const keys = createKeys({ full: 'sk_test_Qw8rTz6uPl4kJh2g', restricted: 'sk_test_Yx7cVb5nMm3aSd1f' });

const withKey = (value: string): Credential => ({ in: 'header', value });
const none: Credential = { in: 'none' };

const sentWith = (credential: Credential, reply: Reply, path = '/'): Reply => ({
  ...reply,
  request: { ...reply.request, credential, path },
});

const record = (id: string, members: object = {}): Reply =>
  sentWith(
    withKey(keys.full),
    replyOf({
      operation: 'subaccount.read',
      input: { subaccountId: id },
      body: { id, type: 'individual', status: 'approved', createdAt: '2025-01-01T00:00:00.000Z', ...members },
    }),
  );

const account = sentWith(
  withKey(keys.full),
  replyOf({ operation: 'balances.read', body: { id: 'acc-0001-0001', email: 'us@example.com', balances: {} } }),
);

const customer = { email: 'Ada.Example@example.com', lastName: 'Lovelace', phone: '+441234567890' };
const served = [record(ours, customer), record(theirs, { email: 'us@example.com', lastName: 'Hamilton' }), account];

const refusal = (
  body: unknown,
  { headers = {}, id = ours as string, status = 401, operation = 'subaccount.read' as const } = {},
) => replyOf({ operation, status, body, headers, input: { subaccountId: id } });

const contextOf = (replies: readonly Reply[]) => {
  const setting = { ...settingOf(), keys };
  return { ...setting, attribution: attribute({ setting, replies, isValidRequest: () => false })() };
};

const seen = (judge: typeof tellsNoKey, reply: Reply) =>
  judge([reply], contextOf([...served, reply])).findings.map(({ where, observed }) => `${where}: ${observed}`);

const shownTo = (credential: Credential, reply: Reply, path?: string) =>
  seen(showsNothingRefused, sentWith(credential, reply, path));

test('a refusal shows a record in any member, in its message, in a header or in a text that is not valid JSON', () => {
  expect(shownTo(none, refusal({ error: 'Unauthorized', message: 'Invalid key' }))).toEqual([]);
  expect(shownTo(none, refusal({ message: 'no', record: customer }))).toEqual(['$: email, lastName, phone']);
  expect(shownTo(none, refusal({ message: 'Key of ada.example@EXAMPLE.com' }))).toEqual(['$: email']);
  expect(
    shownTo(withKey(keys.restricted), refusal({}, { headers: { 'x-c': 'n=%2B441234567890' }, status: 403 })),
  ).toEqual(['a header: phone']);
  expect(shownTo(none, { ...refusal(undefined), errorText: `<p>Lovelace</p>` })).toEqual(['$: lastName']);
  expect(shownTo(none, refusal({ ids: [{ id: theirs.toUpperCase() }] }))).toEqual(['$: id']);
});

test('what the request held, what belongs to the account, and a part of a longer word show nothing', () => {
  expect(shownTo(none, refusal({ message: ours }), `/v1/ramp/subaccount/${ours.toUpperCase()}`)).toEqual([]);
  expect(shownTo(none, refusal({ message: 'us@example.com' }))).toEqual([]);
  expect(shownTo(none, refusal({ message: 'approved individual, 2025-01-01T00:00:00.000Z, Lovelaces' }))).toEqual([]);
});

test('a value that two customers were shown with belongs to neither', () => {
  const reply = sentWith(none, refusal({ message: 'Lovelace' }));
  const both = [...served, record(theirs, { lastName: 'LOVELACE' })];
  expect(showsNothingRefused([reply], contextOf([...both, reply])).findings).toEqual([]);
});

test('the names of members are no values of a customer', () => {
  const address = { street_line_1: '1 Analytical Row', postal_code: 'SW1A 1AA' };
  const body = { type: 'individual', last_name: 'Lovelace', address };
  const read = replyOf({ operation: 'individual-kyc.read', input: { subaccountId: ours }, body });
  const reply = sentWith(
    withKey(keys.full),
    refusal({ message: 'street_line_1 and postal_code are required' }, { id: theirs, status: 400 }),
  );
  const shown = (message: string) => {
    const said = { ...reply, body: { message } };
    const replies = [sentWith(withKey(keys.full), read), said];
    return hidesOtherData([said], contextOf(replies)).findings.map(({ observed }) => observed);
  };
  expect(shown('street_line_1 and postal_code are required')).toEqual([]);
  expect(shown('1 Analytical Row')).toEqual(['street_line_1']);
});

test('where no read showed a customer, refusals are untested', () => {
  const reply = sentWith(none, refusal({}));
  expect(() => showsNothingRefused([reply], contextOf([account, reply]))).toThrow(Untested);
});

test('with the full key a refusal may show the customer that was asked for, and no other', () => {
  const shown = (id: string) =>
    seen(hidesOtherData, sentWith(withKey(keys.full), refusal(customer, { id, status: 404 })));
  expect(shown(ours)).toEqual([]);
  expect(shown(theirs)).toEqual(['$: email, lastName, phone']);
});

test('letters of a key that was sent, and the beginning that two keys share, tell nothing', () => {
  const told = (credential: Credential, message: string) =>
    seen(tellsNoKey, sentWith(credential, refusal({ message }, { status: 403 })));
  expect(told(none, 'Keys begin with sk_test_')).toEqual([]);
  expect(told(none, `expected ...${keys.full.slice(10, 17)}...`)).toEqual([]);
  expect(told(none, `expected ...${keys.full.slice(10, 18)}...`)).toEqual(['$: 8 letters or more of a valid key']);
  expect(told(withKey(keys.restricted), `Key ${keys.restricted} may not`)).toEqual([]);
  expect(told(withKey(keys.restricted), `Key ${keys.full} may`)).toHaveLength(1);
  expect(told(withKey(`${keys.full.slice(0, -1)}x`), `Unknown key ${keys.full.slice(0, -1)}x`)).toEqual([]);
});
