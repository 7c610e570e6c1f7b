import { test } from '#harness';
import { carriesRecord } from '../given/further.ts';
import { everyRecord, everyReply, reads } from '../given/record.ts';

test('records/send-null-for-what-is-empty', async (t) => {
  t.expect(await everyRecord(t)).toKeep('omitted-nullable');
});

test('records/have-no-nil-identifier', async (t) => {
  t.expect(await everyRecord(t)).toKeep('nil-identifier');
});

test('records/have-no-member-beyond-the-document', async (t) => {
  t.expect(await everyRecord(t)).toCarryOnlyDocumentedMembers();
});

test('records/hold-values-that-occur', async (t) => {
  // Of the examples alone: a withdrawal that has gone out, and whatever else is met by the way, is in another state.
  t.expect((await everyReply(t)).filter(carriesRecord)).toHoldValuesThatOccur();
});

test('records/write-country-codes-in-capitals', async (t) => {
  const holders = ['subaccount.read', 'individual-kyc.read', 'business-kyc.read'] as const;
  t.expect(await everyRecord(t, holders)).toKeep('country-case');
});

test('records/hold-addressable-e-mails', async (t) => {
  const holders = ['subaccount.read', 'business-kyc.read', 'balances.read'] as const;
  t.expect(await everyRecord(t, holders)).toKeep('email');
});

test('records/link-documents-of-supported-formats', async (t) => {
  const holders = ['individual-kyc.read', 'business-kyc.read'] as const;
  t.expect(await everyRecord(t, holders)).toKeep('document-format');
});

test('records/success-status-of-reads', async (t) => {
  const replies = await everyRecord(t, reads);
  if (replies.length === 0) t.cannot('no read was answered with a record');
  for (const operation of reads) {
    const statuses = replies.filter((reply) => reply.operation === operation).map(({ status }) => status);
    for (const status of new Set(statuses)) t.observe('success', status, { operation });
  }
});
