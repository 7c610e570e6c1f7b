import { describe, expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { CheckOutcome } from '#harness';
import { reasonOf } from '#run';
import { found, noResult, nothing, nothingToJudge } from './outcomes.test.support.ts';
import { KillMatrix, proofOf } from './proof.ts';
import { passingOf } from './prove.ts';

const stated: RequirementId = 'subaccount.read/has-its-members';
const other: RequirementId = 'subaccount.read/writes-its-identifiers';
const shown: RequirementId = 'records/hold-values-that-occur';

const fault = { id: 'a-fault', sentence: 'A member is left out.' };
const variation = { id: 'a-variation', sentence: 'A member more.' };

const matrixOf = (...outcomes: readonly (readonly [RequirementId, CheckOutcome])[]): KillMatrix => {
  const matrix = new KillMatrix();
  matrix.add(fault, new Map(outcomes));
  return matrix;
};

const conclude = (matrix: KillMatrix, outcomes: readonly (readonly [RequirementId, CheckOutcome])[] = []) =>
  proofOf({
    seed: 1,
    matrix,
    faultless: passingOf(fault, new Map([[stated, nothing]])),
    passing: [passingOf(variation, new Map(outcomes))],
    demanded: [stated],
    isWhole: true,
    missing: [],
  });

describe('a proof', () => {
  test('holds where each fault is killed and no other service is blamed', () => {
    const proof = conclude(matrixOf([stated, found]), [[stated, nothing]]);
    expect(conclude(matrixOf([stated, found]))).toMatchObject({ holds: false, idle: [variation.id] });
    expect(proof).toMatchObject({ holds: true, matrix: { [stated]: { 'a-fault': 'killed' } } });
    expect(proof.counts).toEqual({
      requirements: 1,
      faults: 1,
      variations: 1,
      pairs: 1,
      killed: 1,
      keptBack: 0,
      survived: 0,
      checksPassed: 1,
      falsePositives: 0,
    });
  });

  test('counts no check of the service without a fault as one of a variation', () => {
    expect(conclude(matrixOf([stated, found])).counts).toMatchObject({ variations: 0, checksPassed: 0 });
  });

  test('lists apart what no refusal can show, and has a survivor where that is judged or left to the user', () => {
    const why = 'a tier may refuse it too';
    const proofOf = (outcome: CheckOutcome) => {
      const matrix = new KillMatrix();
      matrix.add({ ...fault, keptBack: why }, new Map([[stated, outcome]]));
      return conclude(matrix, [[stated, nothing]]);
    };
    const by = (who: 'service' | 'user') => ({
      ...nothing,
      reasons: [reasonOf(who === 'service' ? 'ORDER_REFUSED' : 'NOT_SET', 'refused')],
    });
    expect(proofOf(by('service'))).toMatchObject({
      holds: true,
      keptBack: [{ requirement: stated, fault: fault.id, why }],
      counts: { killed: 0, keptBack: 1, survived: 0 },
    });
    for (const outcome of [found, nothing, by('user')]) expect(proofOf(outcome).counts.survived).toBe(1);
  });

  test.each([
    ['finds nothing', nothing, 'no finding'],
    ['has no result', noResult, 'no result: TRANSPORT_TIMEOUT no answer'],
    ['cannot judge', nothingToJudge, 'untested: no record'],
  ])('has a survivor where a check %s', (_what, outcome, instead) => {
    const proof = conclude(matrixOf([stated, found], [other, outcome]));
    expect(proof.holds).toBe(false);
    expect(proof.survived).toEqual([{ requirement: other, fault: 'a-fault', sentence: fault.sentence, instead }]);
  });

  test.each([
    ['a finding', stated, found, 1],
    ['a check with no result', stated, noResult, 1],
    ['drift', shown, found, 0],
    ['drift with no result', shown, noResult, 1],
    ['a claim that cannot be judged', stated, nothingToJudge, 0],
  ])('with a variation: %s', (_what, requirement, outcome, falsePositives) => {
    const { counts, holds } = conclude(matrixOf([stated, found]), [[requirement, outcome]]);
    expect(counts).toMatchObject({ falsePositives, checksPassed: 1 - falsePositives });
    expect(holds).toBe(falsePositives === 0);
  });

  test('has a false positive where the service without a fault drifts', () => {
    const outcomes = new Map([[shown, found]]);
    expect(passingOf(fault, outcomes, { mayDrift: false }).falsePositives).toMatchObject([{ requirement: shown }]);
  });

  test('does not hold where a requirement has no fault', () => {
    expect(conclude(matrixOf([other, found]))).toMatchObject({ holds: false, withoutFault: [stated] });
  });
});
