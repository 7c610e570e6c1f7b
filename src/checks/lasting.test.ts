import { expect, test } from 'vitest';
import { replyOf, settingFor } from './reply.test.support.ts';
import { repeatsItself } from './words.ts';

const read = (body: object, path = '/one') => replyOf({ operation: 'withdrawal.read', path, body });

const context = settingFor({ unverified: [], incompleteNamedRecipients: [], offramps: [], conversions: [] });

const found = (...replies: ReturnType<typeof read>[]) =>
  repeatsItself(replies, context).findings.map(({ where, observed }) => `${where} ${observed}`);

const withdrawal = { id: 'a', amount: '1.00000000', status: 'pending', fee_amount: '1', tx_hash: null };

test('a record that was read is there at the next read', () => {
  const [absent, failed] = [404, 500].map((status) => ({ ...read({ message: 'no' }), status }));
  for (const later of [absent, failed])
    expect(found(read(withdrawal), later ?? read({}))).toEqual([`status ${later?.status}`]);
  expect(() => found(read(withdrawal), { ...read({}), status: 429 })).toThrow('read twice');
});

test('a state and all that hangs on it may move on', () => {
  const later = { ...withdrawal, status: 'processing', fee_amount: '2', tx_hash: '0x1' };
  expect(found(read(withdrawal), read(later))).toEqual([]);
});

test('the amounts of what is settled stay', () => {
  const settled = { ...withdrawal, status: 'completed' };
  expect(found(read(settled), read({ ...settled, fee_amount: '2' }))).toEqual(['$.fee_amount something else']);
});

test('what another key reads is not compared', () => {
  const other = read({ ...withdrawal, id: 'b' });
  const credential = { in: 'header', value: 'of another account' } as const;
  const ofAnother = { ...other, request: { ...other.request, credential } };
  expect(found(read(withdrawal), read(withdrawal), ofAnother)).toEqual([]);
});

test('records of different paths are not compared, and one read shows nothing', () => {
  expect(() => found(read(withdrawal), read({ ...withdrawal, id: 'b' }, '/two'))).toThrow('read twice');
});
