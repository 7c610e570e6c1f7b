import { operationIds, test } from '#harness';
import { everyRecord } from '../given/record.ts';

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
  t.expect(await everyRecord(t)).toHoldValuesThatOccur();
});

test('records/write-country-codes-in-capitals', async (t) => {
  t.expect(await everyRecord(t)).toKeep('country-case');
});

test('records/hold-addressable-e-mails', async (t) => {
  t.expect(await everyRecord(t)).toKeep('email');
});

test('records/link-documents-of-supported-formats', async (t) => {
  t.expect(await everyRecord(t)).toKeep('document-format');
});

test('records/success-status-of-reads', async (t) => {
  const replies = await everyRecord(t);
  if (replies.length === 0) t.cannot('no read was answered with a record');
  for (const operation of operationIds) {
    const statuses = replies.filter((reply) => reply.operation === operation).map(({ status }) => status);
    for (const status of new Set(statuses)) t.observe('success', status, { operation });
  }
});
