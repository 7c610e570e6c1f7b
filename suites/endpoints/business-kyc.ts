import { codeAt, test } from '#harness';
import { absent } from '../given/absence.ts';
import { recordsOf } from '../given/record.ts';

test('business-kyc.read/is-updated-after-its-creation', async (t) => {
  t.expect(await recordsOf(t, 'business-kyc.read')).toHold({
    where: 'updated_at',
    promised: 'not before created_at',
    holds: (record) => record.instant('updated_at') >= record.instant('created_at'),
  });
});

test('business-kyc.read/is-incorporated-in-the-past', async (t) => {
  t.expect(await recordsOf(t, 'business-kyc.read')).toHold({
    where: 'incorporation_date',
    promised: 'in the past',
    holds: (record) => record.instant('incorporation_date') < Date.now(),
  });
});

test('business-kyc.read/owns-at-most-the-whole', async (t) => {
  t.expect(await recordsOf(t, 'business-kyc.read')).toHold({
    where: 'ultimate_beneficial_owners',
    promised: 'percentages between 0 and 100, together at most 100',
    holds: (record) => {
      const shares = record
        .items('ultimate_beneficial_owners')
        .map((owner) => owner.amount('ownership_percentage'));
      const sum = shares.reduce((total, share) => total.plus(share), record.zero);
      return shares.every((share) => !share.isNegative()) && sum.lessThanOrEqualTo(100);
    },
  });
});

test('business-kyc.read/refuses-an-absent-business', async (t) => {
  t.expect(await absent(t, 'business-kyc.read', 'subaccountId')).toBeRefused({
    status: 404,
    error: 'Error',
    message: 'business not found',
    body: 'full',
  });
});

test('business-kyc.read/has-no-record-for-an-individual', async (t) => {
  t.expect(await t.api.readBusinessKyc({ subaccountId: t.roles.individual })).toBeWithheld();
});

test('business-kyc.read/status-in-use', async (t) => {
  for (const reply of await recordsOf(t, 'business-kyc.read'))
    t.observe('status of the record', codeAt(reply, 'status'), { operation: reply.operation });
});
