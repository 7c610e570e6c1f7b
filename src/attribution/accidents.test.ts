import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import type { Reply } from '#evidence';
import { accidentsIn } from './accidents.ts';
import { replyOf, settingOf } from './reply.test.support.ts';

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

test('what fails for each malformed id makes no accident of a valid read more than that', () => {
  const malformed = (path: string) => answer(500, 'withdrawal.read', 'malformed', path);
  const accident = answer(500);
  const replies = [malformed('/a'), malformed('/a'), malformed('/b'), accident, answer(200)];
  expect(accidentsOf(...replies)).toEqual([false, false, false, true, false]);
  expect(accidentsOf(...replies, answer(500))).not.toContain(true);
});

test('one to a refused key is where the same key is refused for the same when it is sent once more', () => {
  const refused = (status: number, value: string, operation: OperationId = 'withdrawal.read'): Reply => {
    const plain = answer(status, operation, 'a refused key');
    return { ...plain, request: { ...plain.request, credential: { in: 'header', value } } };
  };
  expect(accidentsOf(refused(500, 'wrong'), refused(401, 'wrong'))).toEqual([true, false]);
  expect(accidentsOf(refused(500, 'wrong'), refused(401, 'other'), answer(200))).toEqual([false, false, false]);
  const two = [refused(500, 'wrong'), refused(401, 'wrong'), refused(500, 'wrong', 'balances.read')];
  expect(accidentsOf(...two)).toEqual([false, false, false]);
});
