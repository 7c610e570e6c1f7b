import { expect, test } from 'vitest';
import type { RequirementId, TestReport } from '#contract';
import type { Condition } from './condition.ts';
import { inLooks } from './looks.ts';

const requirement: RequirementId = 'subaccount.read/has-its-members';
const condition: Condition = { fault: 'some-fault', shared: false };
const finding = {
  operation: 'subaccount.read',
  code: 'X',
  where: '$',
  expected: 'a',
  observed: 'b',
} as const;

const lookThat = (finds: (condition: Condition) => boolean) => {
  const taken: Condition[] = [];
  const look = async (at: Condition): Promise<TestReport> => {
    taken.push(at);
    const traffic = { sent: 0, retried: 0, rateLimited: 0 };
    const findings = finds(at) ? [finding] : [];
    return { requirement, findings, observations: [], judgements: taken.length, exchanges: [], traffic };
  };
  return { look, taken };
};

test('what the brief look finds is the result, and nothing more is asked', async () => {
  const { look, taken } = lookThat(() => true);
  expect((await inLooks(condition, look)).findings).toEqual([finding]);
  expect(taken).toEqual([{ ...condition, brief: true }]);
});

test('what shows only beyond the first example is found by the second look', async () => {
  const { look, taken } = lookThat(({ brief }) => brief !== true);
  expect((await inLooks(condition, look)).findings).toEqual([finding]);
  expect(taken).toEqual([{ ...condition, brief: true }, condition]);
});

test('where neither finds anything the whole look is the result', async () => {
  const { look } = lookThat(() => false);
  expect(await inLooks(condition, look)).toMatchObject({ findings: [], judgements: 2 });
});
