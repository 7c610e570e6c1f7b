import { expect, test } from 'vitest';
import { Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { moveByOrdersAlone } from './balances.ts';

const read = (usd: number, key = 'full-key') => {
  const reply = replyOf({ operation: 'balances.read', body: { balances: { usd } } });
  return { ...reply, request: { ...reply.request, credential: { in: 'header', value: key } as const } };
};

const order = replyOf({ operation: 'onramp.initiate', status: 201 });

test('balances of another account, and those around an order, are not compared', () => {
  const judged = (...replies: readonly ReturnType<typeof replyOf>[]) =>
    moveByOrdersAlone(replies, settingOf()).findings.length;
  expect(judged(read(5), read(1, 'of another account'), read(5))).toBe(0);
  expect(judged(read(5), read(4), read(5))).toBe(1);
  expect(() => judged(read(5), order, read(4))).toThrow(Untested);
});
