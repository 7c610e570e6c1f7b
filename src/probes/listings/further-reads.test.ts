import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { replyOf } from '../../attribution/reply.test.support.ts';
import { serviceOf } from '../service.test.support.ts';
import { rereadOfframps } from './further-reads.ts';
import type { Pair } from './page.ts';

const input = { subaccountId: 'A1', offrampId: 'f1' };
const readAs = (status: string): Reply => replyOf({ operation: 'offramp.read', input, body: { id: 'f1', status } });

type States = Record<'read' | 'listed', readonly string[]>;

const reread = async (pair: Pair, { read, listed }: States, created: readonly Pair[] = []) => {
  const sent: string[] = [];
  const next = (operation: string, states: readonly string[]): string => {
    const before = sent.filter((one) => one === operation).length;
    sent.push(operation);
    return states[Math.min(before, states.length - 1)] ?? '';
  };
  const api = {
    readOfframp: async () => readAs(next('read', read)),
    call: async () => {
      const data = [{ id: 'f1', status: next('list', listed) }];
      return replyOf({ operation: 'offramp.list', body: { data, page: 1, limit: 100, totalPages: 1 } });
    },
  };
  const pairs = await rereadOfframps.send(serviceOf(api), [{ pairs: [pair], atOneTime: [] }, created]);
  const statusOf = (record: unknown) => (record as { readonly status: string }).status;
  return { sent, states: pairs.map(([reply, item]) => [statusOf(reply.body), statusOf(item)]) };
};

const pending = { id: 'f1', status: 'pending' };

test('nothing is sent where both show the same', async () => {
  const { sent } = await reread([readAs('pending'), pending], { read: [], listed: [] });
  expect(sent).toEqual([]);
});

test('what was created a while ago is compared once more', async () => {
  const alike: Pair = [readAs('pending'), pending];
  const { states } = await reread(alike, { read: ['paid'], listed: ['pending'] }, [alike]);
  expect(states).toEqual([['paid', 'pending']]);
});

test('the listing is read between two reads that agree', async () => {
  const moved = { read: ['paid'], listed: ['paid'] };
  expect(await reread([readAs('paid'), pending], moved)).toEqual({
    sent: ['read', 'list', 'read'],
    states: [['paid', 'paid']],
  });
  const differing = { read: ['paid'], listed: ['pending'] };
  expect((await reread([readAs('paid'), pending], differing)).states).toEqual([['paid', 'pending']]);
});

test('a record that moves on between the two reads is read again, and left out in the end', async () => {
  const once = { read: ['pending', 'paid'], listed: ['pending', 'paid'] };
  expect((await reread([readAs('paid'), pending], once)).states).toEqual([['paid', 'paid']]);
  const always = { read: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], listed: ['z'] };
  expect(await reread([readAs('paid'), pending], always)).toEqual({
    sent: ['read', 'list', 'read', 'list', 'read', 'list', 'read'],
    states: [],
  });
});
