import { describe, expect, test } from 'vitest';
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
    accidentsIn({ replies, setting, isValidRequest: ({ request }) => request.purpose.probe === 'valid' }).isAccident,
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

describe('failures that all lie in a bad spell', () => {
  const at = (ms: number, reply: Reply): Reply => ({ ...reply, sentMs: ms - 10, receivedMs: ms });
  const [one, other] = ['withdrawal.read', 'balances.read'] as const;
  const calm = [0, 20_000, 40_000, 60_000].flatMap((ms) => [at(ms, answer(200, one)), at(ms, answer(200, other))]);
  const spell = (from: number, step = 1_000, operations: readonly OperationId[] = [one, other]): readonly Reply[] =>
    [0, 1, 2, 3].map((times) => at(from + times * step, answer(500, operations[times % operations.length])));
  const areExcused = (failures: readonly Reply[], others: readonly Reply[] = calm): readonly boolean[] => {
    const seen = accidentsOf(...failures, ...others).slice(0, failures.length);
    return [...new Set(seen)];
  };

  test('are none of the service', () => {
    expect(areExcused(spell(25_000))).toEqual([true]);
    expect(areExcused([...spell(8_000), ...spell(50_000)])).toEqual([true]);
  });

  test('count where there are three spells, or one is long, without a calm around it, or of one operation', () => {
    expect(areExcused([...spell(8_000), ...spell(26_000), ...spell(50_000)])).toEqual([false]);
    expect(areExcused(spell(25_000, 6_000))).toEqual([false]);
    expect(areExcused(spell(57_000))).toEqual([false]);
    expect(areExcused(spell(25_000, 1_000, [one]))).toEqual([false]);
  });

  test('count where the operation was never served outside', () => {
    expect(areExcused(spell(25_000, 1_000, [one, 'conversion.read']))).toEqual([false]);
  });

  test('count where another failure lies elsewhere', () => {
    const elsewhere = [8_000, 15_000].map((ms) => at(ms, answer(500, 'offramp.list')));
    expect(areExcused([...spell(25_000), ...elsewhere])).toEqual([false]);
  });
});
