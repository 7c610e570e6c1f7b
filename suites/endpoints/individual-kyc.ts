import { codeAt, test, viewOf } from '#harness';
import { absent } from '../given/absence.ts';
import { repliesOf } from '../given/example.ts';
import { recordsOf } from '../given/record.ts';

test('individual-kyc.read/writes-the-phone-in-e164', async (t) => {
  t.expect(await recordsOf(t, 'individual-kyc.read')).toKeep('phone');
});

test('individual-kyc.read/is-updated-after-its-creation', async (t) => {
  t.expect(await recordsOf(t, 'individual-kyc.read')).toHold({
    where: 'updated_at',
    promised: 'not before created_at',
    holds: (record) => record.instant('updated_at') >= record.instant('created_at'),
  });
});

const longestLife = 130 * 366 * 24 * 3600 * 1000;

test('individual-kyc.read/is-born-in-the-past', async (t) => {
  t.expect(await recordsOf(t, 'individual-kyc.read')).toHold({
    where: 'birth_date',
    promised: 'in the past, within 130 years',
    holds: (record) => {
      const age = Date.now() - record.instant('birth_date');
      return age > 0 && age < longestLife;
    },
  });
});

test('individual-kyc.read/is-of-the-subaccount-s-person', async (t) => {
  const [subaccount] = await recordsOf(t, 'subaccount.read');
  const person = viewOf(subaccount?.body);
  t.expect(await repliesOf(t, 'individual-kyc.read')).toHold({
    where: 'last_name',
    promised: 'the names of the subaccount',
    holds: (record) =>
      sameName(record.text('first_name'), person.text('firstName')) &&
      sameName(record.text('last_name'), person.text('lastName')),
  });
});

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

test('individual-kyc.read/proves-its-address', async (t) => {
  t.expect(await recordsOf(t, 'individual-kyc.read')).toHold({
    where: 'documents',
    promised: 'a proof of address once past the incomplete state',
    holds: (record) =>
      ['incomplete', 'not_started'].includes(record.text('status')) ||
      record.items('documents').some((document) => document.is('purpose', 'PROOF_OF_ADDRESS')),
  });
});

test('individual-kyc.read/refuses-an-absent-customer', async (t) => {
  t.expect(await absent(t, 'individual-kyc.read', 'subaccountId')).toBeRefused({
    status: 404,
    error: 'Error',
    message: 'customer not found',
    body: 'full',
  });
});

test('individual-kyc.read/has-no-record-for-a-business', async (t) => {
  t.expect(await t.api.readIndividualKyc({ subaccountId: t.roles.business })).toBeWithheld();
});

test('individual-kyc.read/status-in-use', async (t) => {
  for (const reply of await recordsOf(t, 'individual-kyc.read'))
    t.observe('status of the record', codeAt(reply, 'status'), { operation: reply.operation });
});
