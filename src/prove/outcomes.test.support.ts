import type { Found } from '#checks';
import type { CheckOutcome } from '#harness';
import { failureReason, reasonOf } from '#run';

export const finding: Found = {
  code: 'MISSING_MEMBER',
  operation: 'subaccount.read',
  where: '$.id',
  expected: 'a member',
  observed: 'missing',
};

export const nothing: CheckOutcome = { findings: [], judged: [], observations: [], reasons: [] };
export const found: CheckOutcome = { ...nothing, findings: [finding] };
export const noResult: CheckOutcome = { ...nothing, reasons: [failureReason('TRANSPORT_TIMEOUT', 'no answer')] };
export const nothingToJudge: CheckOutcome = { ...nothing, reasons: [reasonOf('NO_RECORD', 'no record')] };
