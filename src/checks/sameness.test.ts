import { expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import type { Pair } from '#probes';
import { replyOf, settingFor, settingOf } from '../attribution/reply.test.support.ts';
import { agreeAmongLike, agrees, differIn, disagreements, repeatsItself } from './sameness.ts';

const placesWhere = (mine: unknown, theirs: unknown): readonly string[] =>
  disagreements(replyOf({ body: { member: mine } }), { member: theirs }, ['member', 'absent']).map(
    ({ where }) => where,
  );

test.each([
  ['letter case', '0xAB', '0xab'],
  ['places', '10.50', 10.5],
  ['zone', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000+00:00'],
  ['nothing to compare with', 'USDC', undefined],
])('what differs in %s alone agrees', (_, mine, theirs) => {
  expect(placesWhere(mine, theirs)).toEqual([]);
});

test('one order of two that is refused is the service’s doing; one alone has nothing to be compared with', () => {
  const order = (status: number, id?: string) => replyOf({ operation: 'onramp.initiate', status, body: id && { id } });
  const found = (...replies: ReturnType<typeof order>[]) => differIn('id')(replies, settingOf()).findings;
  expect(found(order(201, 'a'), order(201, 'a'))).toMatchObject([{ code: 'NOT_ITS_OWN', where: '$.id' }]);
  expect(found(order(201, 'a'), order(201, 'b'))).toEqual([]);
  expect(() => found(order(201, 'a'), order(503))).toThrow(
    expect.objectContaining({ why: expect.objectContaining({ by: 'service' }) }),
  );
  expect(() => found(order(201, 'a'))).toThrow(
    expect.objectContaining({ why: expect.objectContaining({ by: 'nothing to judge' }) }),
  );
});

const read = (body: object, path = '/one') => replyOf({ operation: 'withdrawal.read', path, body });

const context = settingFor({ unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] });

const changesIn = (...replies: ReturnType<typeof read>[]) =>
  repeatsItself(replies, context).findings.map(({ where, observed }) => `${where} ${observed}`);

const withdrawal = { id: 'a', amount: '1.00000000', status: 'pending', fee_amount: '1', tx_hash: null };

test('the amounts of what is settled stay', () => {
  const settled = { ...withdrawal, status: 'completed' };
  expect(changesIn(read(settled), read({ ...settled, fee_amount: '2' }))).toEqual(['$.fee_amount something else']);
});

test('what another key reads is not compared', () => {
  const other = read({ ...withdrawal, id: 'b' });
  const credential = { in: 'header', value: 'of another account' } as const;
  const ofAnother = { ...other, request: { ...other.request, credential } };
  expect(changesIn(read(withdrawal), read(withdrawal), ofAnother)).toEqual([]);
});

test('a record that was read is not absent later, save under a query that the document does not name', () => {
  const absent = (input = {}) => replyOf({ operation: 'withdrawal.read', path: '/one', status: 404, input });
  expect(changesIn(read(withdrawal), read(withdrawal), absent())).toEqual(['status 404']);
  expect(changesIn(read(withdrawal), read(withdrawal), absent({ query: { subaccountId: 'a' } }))).toEqual([]);
});

test('records of different paths are not compared, and one read shows nothing', () => {
  expect(() => changesIn(read(withdrawal), read({ ...withdrawal, id: 'b' }, '/two'))).toThrow('read twice');
});

test('a record whose body did not come is not compared', () => {
  const empty = replyOf({ operation: 'withdrawal.read', path: '/one' });
  expect(() => changesIn(read(withdrawal), empty)).toThrow('read twice');
  expect(() => changesIn(empty, read(withdrawal))).toThrow('read twice');
  expect(changesIn(empty, read(withdrawal), read(withdrawal))).toEqual([]);
});

test('two records of which neither member is shown twice do not agree', () => {
  const pairs = (other: object): readonly Pair[] => [[read({ id: 'a' }), other]];
  const judged = (other: object) => () => agrees(['id', 'amount'])(pairs(other), context).findings.length;
  expect(judged({ id: 'a' })()).toBe(0);
  expect(judged({ id: 'b' })()).toBe(1);
  expect(judged({ amount: '1' })).toThrow(Untested);
  expect(judged({})).toThrow(Untested);
});

test('orders are not alike in what neither of them was sent with', () => {
  const order = (account: string | undefined, currency?: string) =>
    replyOf({ operation: 'onramp.initiate', sent: { from: { currency } }, body: { account_id: account } });
  const judged =
    (...orders: readonly Reply[]) =>
    () =>
      agreeAmongLike('from.currency', 'account_id')(orders, settingOf()).findings.length;
  expect(judged(order('a', 'BRL'), order('b', 'BRL'))()).toBe(1);
  expect(judged(order('a'), order('b'))).toThrow('no two like orders');
  expect(judged(order(undefined, 'BRL'), order(undefined, 'BRL'))).toThrow('no two records show');
});
