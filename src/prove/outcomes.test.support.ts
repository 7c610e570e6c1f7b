import type { Found } from '#checks';
import type { CheckOutcome } from '#harness';

export const finding: Found = {
  code: 'MISSING_MEMBER',
  operation: 'subaccount.read',
  where: '$.id',
  expected: 'a member',
  observed: 'missing',
};

export const nothing: CheckOutcome = { findings: [], judged: [], observations: [] };
export const found: CheckOutcome = { ...nothing, findings: [finding] };
export const broken: CheckOutcome = { ...nothing, broken: { code: 'TIMEOUT', message: 'no answer' } };
export const nothingToJudge: CheckOutcome = {
  ...nothing,
  untested: { by: 'nothing to judge', reason: 'no record' },
};
