import { test } from '#harness';
import { absent } from '../given/absence.ts';
import { exampleOf } from '../given/example.ts';
import { recordsOf } from '../given/record.ts';

test('withdrawal.read/returns-the-one-asked-for', async (t) => {
  t.expect(await recordsOf(t, 'withdrawal.read')).toHold({
    where: 'id',
    promised: 'the id in the path',
    holds: (record, _sent, { withdrawalId }) =>
      record.text('id').toLowerCase() === withdrawalId?.toLowerCase(),
  });
});

/** No address has any of them. */
const maskCharacters = /[*•…]|\.{2,}/;

test('withdrawal.read/masks-the-address', async (t) => {
  t.expect(await recordsOf(t, 'withdrawal.read')).toHold({
    where: 'destination_address',
    promised: 'another text than destinationAddress, which is not masked',
    holds: (record) => {
      const full = record.text('destinationAddress');
      record.unless(full === '');
      const masked = record.text('destination_address').toLowerCase();
      return !masked.includes(full.toLowerCase()) && !maskCharacters.test(full);
    },
  });
});

/** What services put in place of the characters that they hide. */
const mask = /[*•…xX#]{2,}|\.{2,}/;

test('withdrawal.read/shows-the-address-in-full', async (t) => {
  t.expect(await recordsOf(t, 'withdrawal.read')).toHold({
    where: 'destinationAddress',
    promised: 'in full, with the visible ends of the masked one',
    holds: (record) => {
      const [full, masked] = [record.text('destinationAddress'), record.text('destination_address')];
      const [head = '', tail = ''] = masked.split(mask);
      const hidden = mask.exec(masked) !== null;
      return !maskCharacters.test(full) && (!hidden || (full.startsWith(head) && full.endsWith(tail)));
    },
  });
});

test('withdrawal.read/has-no-hash-while-pending', async (t) => {
  t.expect(await recordsOf(t, 'withdrawal.read')).toHold({
    where: 'tx_hash',
    promised: 'null while pending',
    holds: (record) =>
      !record.is('status', 'pending') || !record.has('tx_hash') || record.is('tx_hash', null),
  });
});

test('withdrawal.read/grosses-at-least-the-amount', async (t) => {
  t.expect(await recordsOf(t, 'withdrawal.read')).toHold({
    where: 'gross_amount',
    promised: 'at least the amount less its fee',
    holds: (record) =>
      record
        .amount('gross_amount')
        .greaterThanOrEqualTo(record.amount('amount').minus(record.amount('fee_amount'))),
  });
});

test('withdrawal.read/repeats-itself', async (t) => {
  const [first] = await recordsOf(t, 'withdrawal.read');
  const second = await t.api.readWithdrawal(exampleOf(t, 'withdrawal.read'));
  t.expect(second).toAgreeWith(first, [
    'id',
    'amount',
    'currency',
    'created_at',
    'chain',
    'destinationAddress',
  ]);
});

test('withdrawal.read/refuses-an-absent-withdrawal', async (t) => {
  t.expect(await absent(t, 'withdrawal.read', 'withdrawalId')).toBeRefused({
    status: 404,
    error: 'Not Found',
    message: 'withdrawal not found',
  });
});

test('withdrawal.read/keeps-to-its-subaccount', async (t) => {
  const [subaccountId, withdrawalId] = [t.roles.business, t.roles.withdrawal];
  await recordsOf(t, 'withdrawal.read');
  t.expect(await t.api.readWithdrawal({ subaccountId, withdrawalId })).toBeWithheld();
});
