import { expect, test } from 'vitest';
import type { Aftermath, Page } from '#probes';
import { leavesNoTrace } from './offramps.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

const setting = settingOf();

const order = (status: number, reference: string, recipient = 'named') =>
  replyOf({
    status,
    body: status < 300 ? { id: `ID-${reference}` } : {},
    sent: { client_offramp_reference: reference, to: { recipient_id: recipient } },
  });

const page = (...items: readonly { readonly id: string }[]): Page => ({
  reply: replyOf({ operation: 'offramp.list' }),
  number: 1,
  items,
  ids: items.map(({ id }) => id.toLowerCase()),
  page: 1,
  limit: 100,
  totalPages: 1,
  count: items.length,
});

const kept = { id: 'id-kept', client_offramp_reference: 'kept' };

const after = (changes: Partial<Aftermath> = {}): Aftermath => ({
  tried: [order(400, 'refused')],
  accepted: [order(201, 'kept')],
  pages: [page(kept)],
  ...changes,
});

const judged = (changes: Partial<Aftermath>) => leavesNoTrace(after(changes), setting).findings;

test('a listing without the refused order leaves no finding', () => {
  expect(judged({})).toEqual([]);
});

test('a refused order is found on any page, with its reference in any member', () => {
  const guilty = page({ id: 'id-2', ...{ memo: 'for refused' } });
  expect(judged({ pages: [page(kept), guilty] })).toMatchObject([
    { code: 'REFUSED_BUT_CREATED', shownBy: guilty.reply },
  ]);
});

test('a failed record is allowed where the rules for rails refuse, and only there', () => {
  const failed = { id: 'id-2', status: 'failed', client_offramp_reference: 'refused' };
  expect(judged({ pages: [page(kept, failed)] })).toEqual([]);
  expect(judged({ pages: [page(kept, failed)], tried: [order(401, 'refused', 'plain')] })).toHaveLength(1);
  expect(judged({ pages: [page(kept, { ...failed, status: 'pending' } as never)] })).toHaveLength(1);
});

test('an order that was accepted may be listed', () => {
  const tried = [order(201, 'kept'), order(400, 'refused')];
  expect(judged({ tried })).toEqual([]);
});

test('nothing is shown where all was accepted, or where the listing lacks what was accepted', () => {
  expect(() => judged({ tried: [order(201, 'kept')] })).toThrow('every order was accepted');
  expect(() => judged({ tried: [order(429, 'limited')] })).toThrow('every order was accepted');
  expect(() => judged({ pages: [page()] })).toThrow('shows no order that was accepted');
});
