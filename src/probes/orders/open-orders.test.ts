import { setImmediate as soon } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Reply } from '#evidence';
import { OpenOrders } from './open-orders.ts';

/** Places `times` orders at once, answered in turn; returns the number of sent orders and the outcome of the others. */
async function place(times: number, statusOf: (sent: number) => number) {
  const orders = new OpenOrders('gate');
  let sent = 0;
  const send = async (): Promise<Reply> => {
    sent += 1;
    const status = statusOf(sent);
    await soon();
    if (status === 0) throw new Error('no answer');
    return { status } as Reply;
  };
  const ends = await Promise.allSettled(Array.from({ length: times }, () => orders.place(send)));
  const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.why?.code] : []));
  return { orders, sent, codes };
}

test('all are placed while none is accepted', async () => {
  const { orders, sent, codes } = await place(50, () => 400);
  expect([sent, codes, orders.accepted, orders.acceptable]).toEqual([50, [], 0, 8]);
});

test('no more are placed than may be accepted', async () => {
  const { orders, sent, codes } = await place(50, () => 201);
  expect([sent, orders.accepted]).toEqual([8, 8]);
  expect(codes).toEqual(Array(42).fill('ENOUGH_ACCEPTED'));
});

test('one without an answer takes nobody its place', async () => {
  const { orders, sent } = await place(50, (at) => (at % 2 === 0 ? 201 : 0));
  expect(orders.accepted).toBe(8);
  expect(sent).toBe(16);
});
