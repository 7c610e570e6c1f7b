import { expect, test } from 'vitest';
import type { Finding, RequirementId, TestReport, TriedBeside } from '#contract';
import { judgeProof, type ProofInput } from './proof.ts';

const id: RequirementId = 'subaccount.read/returns-the-one-asked-for';
const other: RequirementId = 'subaccount.read/refuses-a-missing-key';
const traffic = { sent: 1, retried: 0, rateLimited: 0 };
const finding: Finding = {
  code: 'WRONG_ID',
  operation: 'subaccount.read',
  where: '$.id',
  expected: 'the id',
  observed: 'another',
};

const report = (fault: string, findings: readonly Finding[] = []): TestReport => ({
  requirement: id,
  fault,
  findings,
  observations: [],
  exchanges: [],
  judgements: 1,
  traffic,
});

const besides = (told: Partial<TriedBeside>): TriedBeside => ({
  fault: 'freedom',
  calm: [],
  untouched: [],
  raised: [],
  traffic,
  ...told,
});

const planted = (...ids: readonly string[]) => new Map(ids.map((it) => [it, { id: it, sentence: `${it}.` }]));

const judged = (told: Partial<ProofInput>) =>
  judgeProof({
    seed: 1,
    reports: [report('defect', [finding]), report('no-fault')],
    beside: [besides({ calm: [id], untouched: [other] })],
    faults: planted('defect'),
    variations: planted('freedom', 'no-fault'),
    planned: { faults: { [id]: ['defect'] }, variations: { freedom: [id, other] } },
    selected: new Set([id]),
    ...told,
  });

test('a proof holds where each fault is found and nothing else is blamed', () => {
  const { holds, counts, matrix } = judged({});
  expect(holds).toBe(true);
  expect(counts).toEqual({ requirements: 1, faults: 1, variations: 2, pairs: 1, caught: 1, calm: 2 });
  expect(matrix).toEqual({ [id]: { defect: 'caught' } });
});

test('a variation that no test may notice is not counted as tried', () => {
  const { holds, counts } = judged({ beside: [besides({ untouched: [id, other] })] });
  expect(holds).toBe(true);
  expect(counts).toMatchObject({ variations: 1, calm: 1 });
});

test('a fault that is not found is blind, also where the test broke', () => {
  const broken = { ...report('defect', [finding]), broken: { code: 'TEST_CUT_OFF', message: 'too long' } };
  for (const told of [report('defect'), broken]) {
    const { holds, blind } = judged({ reports: [told, report('no-fault')] });
    expect(holds).toBe(false);
    expect(blind).toMatchObject([{ requirement: id, fault: 'defect' }]);
  }
});

test('what is blamed beside a variation, or without any fault, is a false alarm', () => {
  const beside = [besides({ raised: [report('freedom', [finding])], untouched: [other] })];
  expect(judged({ beside })).toMatchObject({ holds: false, falseAlarms: [{ variation: 'freedom' }] });
  const reports = [report('defect', [finding]), report('no-fault', [finding])];
  expect(judged({ reports })).toMatchObject({ holds: false, falseAlarms: [{ variation: 'no-fault' }] });
});

test('what was planned and never told is missing', () => {
  expect(judged({ beside: [besides({ calm: [id] })] }).missing).toEqual([`${other} under freedom`]);
  expect(judged({ beside: [] }).missing).toHaveLength(2);
  expect(judged({ reports: [report('no-fault')] }).missing).toEqual([`${id} under defect`]);
  expect(judged({ reports: [report('no-fault')] }).unproven).toEqual([id]);
});
