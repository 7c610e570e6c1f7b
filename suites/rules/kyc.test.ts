import { conformanceTest, holds, isNotBefore, observes, refused, universalTest, withholdsTheRecord } from '#checks';
import { codeAt } from '#evidence';
import { absences, businessAsIndividual, individualAsBusiness, recordsOf } from '#probes';

for (const { operation, message, refusesTheAbsent, foreign, hasNoForeign } of [
  {
    operation: 'individual-kyc.read',
    message: 'customer not found',
    refusesTheAbsent: 'individual-kyc.read/refuses-an-absent-customer',
    foreign: businessAsIndividual,
    hasNoForeign: 'individual-kyc.read/has-no-record-for-a-business',
  },
  {
    operation: 'business-kyc.read',
    message: 'business not found',
    refusesTheAbsent: 'business-kyc.read/refuses-an-absent-business',
    foreign: individualAsBusiness,
    hasNoForeign: 'business-kyc.read/has-no-record-for-an-individual',
  },
] as const) {
  const records = recordsOf(operation);

  universalTest(`${operation}/is-updated-after-its-creation`, records, holds(isNotBefore('updated_at', 'created_at')));
  conformanceTest(
    refusesTheAbsent,
    absences(operation),
    refused({ status: 404, error: 'Error', message, body: 'full' }),
  );
  conformanceTest(hasNoForeign, foreign, withholdsTheRecord);
  universalTest(
    `${operation}/status-in-use`,
    records,
    observes((replies) =>
      replies.map((reply) => ({
        operation,
        situation: 'status of the record',
        fact: codeAt(reply, 'status'),
      })),
    ),
  );
}
