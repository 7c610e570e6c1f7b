import { expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import { type ReplyOptions, replyOf, settingOf } from './reply.test.support.ts';
import { datesNothingToCome } from './values.ts';

const serverDate = new Date('2025-06-01T12:00:00Z');
const dated = (options: ReplyOptions): Reply => ({ ...replyOf(options), serverDate });

const places = (...replies: readonly Reply[]) =>
  datesNothingToCome(replies, settingOf()).findings.map(({ where }) => where);

test('clocks may differ by some minutes, and future instants may be dated so', () => {
  const body = {
    created_at: '2025-06-01T12:03:00.000Z',
    settlement: { estimated_at: '2025-06-02T12:00:00.000Z' },
  };
  expect(places(dated({ operation: 'offramp.read', body }))).toEqual([]);
});

test('a date that is behind, as a gateway may give it, blames no record of now', () => {
  const body = { created_at: '2025-06-01T12:00:00.000Z' };
  const slow = {
    ...dated({ operation: 'withdrawal.read', body }),
    serverDate: new Date('2025-04-01T12:00:00Z'),
  };
  expect(places({ ...slow, receivedAt: serverDate })).toEqual([]);
  expect(places(slow)).toEqual(['$.created_at']);
});

test('an answer without a date shows nothing', () => {
  const body = { created_at: '2999-01-01T00:00:00.000Z' };
  expect(() => places(replyOf({ operation: 'withdrawal.read', body }))).toThrow(Untested);
});
