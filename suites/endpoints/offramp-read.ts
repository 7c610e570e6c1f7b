import { idOf, ifPossible, isRecord, test, writtenIdOf } from '#harness';
import { absent, observesAbsentSubaccount } from '../given/absence.ts';
import { servesWhatIsListed } from '../given/further.ts';
import { listedItems } from '../given/listing.ts';
import { expectReferences } from '../given/offramp.ts';
import { accepted, recordsOf } from '../given/record.ts';

test('offramp.list/lists-settlements', async (t) => {
  t.expect(await recordsOf(t, 'offramp.list')).toHold({
    where: 'settlement',
    promised: 'there',
    holds: (record) => record.has('settlement'),
  });
});

test('offramp.list/settles-what-is-not-pending', async (t) => {
  t.expect(await recordsOf(t, 'offramp.list')).toHold({
    where: 'settlement.withdrawal_id',
    promised: 'null while pending, an id once paid or completed',
    holds: (record) => {
      const settled = record.value('settlement.withdrawal_id') !== null;
      const status = record.text('status');
      return status === 'pending' ? !settled : status === 'failed' || settled;
    },
  });
});

test('offramp.list/answer-for-an-absent-subaccount', (t) => observesAbsentSubaccount(t, 'offramp.list'));

test('offramp.read/returns-the-one-asked-for', async (t) => {
  t.expect(await recordsOf(t, 'offramp.read')).toHold({
    where: 'id',
    promised: 'the id in the path',
    holds: (record, _sent, { offrampId }) => record.text('id').toLowerCase() === offrampId?.toLowerCase(),
  });
});

test('offramp.read/carries-its-settlement', async (t) => {
  t.expect(await recordsOf(t, 'offramp.read')).toHold({
    where: 'settlement',
    promised: 'there',
    holds: (record) => record.has('settlement'),
  });
});

const fixed = [
  'created_at',
  'account_id',
  'client_offramp_reference',
  'from.amount',
  'from.asset',
  'from.network',
  'from.address',
  'to.currency',
  'to.recipient_id',
];

/** What an offramp that is paid shows for good. */
const final = [
  'to.gross_amount',
  'to.net_amount',
  'pricing.fx_rate',
  'pricing.fees.offramp_fee',
  'pricing.fees.offramp_fee_currency',
];

const isSettled = (record: unknown): boolean =>
  isRecord(record) && (record.status === 'paid' || record.status === 'completed');

test('offramp.read/agrees-with-the-listing', async (t) => {
  const reads = await recordsOf(t, 'offramp.read');
  const items = await listedItems(t, 'offramp.list');
  t.expect(reads).toAgreeWithItems(items, fixed);
  const pairs = reads.flatMap((reply) =>
    items
      .filter((item) => isRecord(item) && String(item.id).toLowerCase() === idOf(reply))
      .map((item) => [reply, item] as const),
  );
  expectReferences(t, pairs);
  // One that was paid between the two looks may show another rate since.
  const settled = pairs.filter(([reply, item]) => [reply.body, item].every(isSettled));
  if (settled.length > 0)
    t.expect(settled.map(([reply]) => reply)).toAgreeWithItems(
      settled.map(([, item]) => item),
      final,
    );
  await servesWhatIsListed(t, 'offramp.read');
});

test('offramp.read/hides-what-is-absent', async (t) => {
  t.expect(await absent(t, 'offramp.read', 'offrampId')).toBeWithheld();
});

test('offramp.read/keeps-to-its-subaccount', async (t) => {
  const subaccountId = t.roles.business;
  await recordsOf(t, 'offramp.read');
  const known = t.roles.offramps.slice(0, 1);
  const created = await ifPossible(async () => writtenIdOf((await accepted(t, 'offramp.initiate'))[0]));
  for (const offrampId of created === undefined ? known : [...known, created])
    t.expect(await t.api.readOfframp({ subaccountId, offrampId })).toBeWithheld();
});

test('offramp.read/keeps-onramps-apart', async (t) => {
  const [onramp] = await recordsOf(t, 'onramp.initiate');
  const offrampId = writtenIdOf(onramp);
  t.expect(await t.api.readOfframp({ subaccountId: t.roles.individual, offrampId })).toBeWithheld();
});

test('offramp.read/is-settled-after-its-creation', async (t) => {
  t.expect(await recordsOf(t, 'offramp.read')).toHold({
    where: 'settlement.estimated_at',
    promised: 'not before created_at',
    holds: (record) => record.instant('settlement.estimated_at') >= record.instant('created_at'),
  });
});

test('offramp.read/answer-for-an-absent-offramp', async (t) => {
  const { status } = await absent(t, 'offramp.read', 'offrampId');
  t.observe('absent offramp', status, { operation: 'offramp.read' });
});
