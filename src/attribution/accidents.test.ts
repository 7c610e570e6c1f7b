import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Reply } from '#evidence';
import { replyOf, settingOf } from '../checks/reply.test.support.ts';
import { accidentsIn } from './accidents.ts';

const setting = settingOf();

const answer = (status: number, operation: OperationId = 'withdrawal.read', probe = 'valid', path = '/one'): Reply => {
  const plain = replyOf({ operation, status, path, purpose: { probe } });
  return { ...plain, request: { ...plain.request, credential: { in: 'header', value: 'full-key' } } };
};

const accidentsOf = (...replies: readonly Reply[]): readonly boolean[] =>
  replies.map(
    accidentsIn({ replies, setting, isOfValidRequest: ({ request }) => request.purpose.probe === 'valid' }).isAccident,
  );

test('one failure of an operation, and two of a run, may be accidents', () => {
  expect(accidentsOf(answer(500))).toEqual([true]);
  expect(accidentsOf(answer(500), answer(500, 'onramp.initiate'))).toEqual([true, true]);
  expect(accidentsOf(answer(500), answer(200), answer(501))).toEqual([false, false, false]);
  const three = [answer(500), answer(500, 'onramp.initiate'), answer(500, 'offramp.initiate')];
  expect(accidentsOf(...three)).toEqual([false, false, false]);
});

test('one to another read is where the same is answered when it is asked once more, and one to another order is not', () => {
  expect(accidentsOf(answer(500, 'withdrawal.read', 'other'), answer(404))).toEqual([true, false]);
  expect(accidentsOf(answer(500, 'withdrawal.read', 'other', '/two'), answer(200))).toEqual([false, false]);
  expect(accidentsOf(answer(500, 'onramp.initiate', 'other'), answer(201, 'onramp.initiate'))).toEqual([false, false]);
});

test('a key that was served, and is refused from then on, has expired', () => {
  const [served, refused] = [answer(200), answer(401)];
  expect(accidentsOf(served, refused, refused)).toEqual([false, true, true]);
  expect(accidentsOf(served, refused, refused, served)).toEqual([false, false, false, false]);
  expect(accidentsOf(answer(200, 'balances.read'), refused, refused)).toEqual([false, false, false]);
});
