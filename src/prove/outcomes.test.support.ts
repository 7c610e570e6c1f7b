import type { Found } from '#checks';
import type { Outcome } from '#harness';

export const finding: Found = {
  code: 'MISSING_MEMBER',
  operation: 'subaccount.read',
  where: '$.id',
  expected: 'a member',
  observed: 'missing',
};

export const nothing: Outcome = { findings: [], judged: [], observations: [] };
export const found: Outcome = { ...nothing, findings: [finding] };
export const broken: Outcome = { ...nothing, broken: { code: 'TIMEOUT', message: 'no answer' } };
export const refused: Outcome = {
  ...nothing,
  untested: { by: 'service', reason: 'every order was refused' },
};
export const nothingToJudge: Outcome = {
  ...nothing,
  untested: { by: 'nothing to judge', reason: 'no record' },
};
