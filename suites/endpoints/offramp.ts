import { randomUUID } from 'node:crypto';
import { type Conformance, codeAt, idOf, ifPossible, test } from '#harness';
import { absent, observesAbsentSubaccount } from '../given/absence.ts';
import {
  observesMissingMembers,
  observesSuccess,
  refusesWhatIsNoJson,
  refusesWithoutKyc,
  survivesMistypedMembers,
} from '../given/body.ts';
import { recalledWalk } from '../given/listing.ts';
import { offrampBody, plainOfframp } from '../given/order.ts';
import { accepted, recordsOf } from '../given/record.ts';
import {
  addsUp,
  atTheRate,
  createdNow,
  echoes,
  echoesAmount,
  echoesLoosely,
  nonNegative,
  pending,
  positive,
} from '../given/rule.ts';

// Begins first: it takes longest.
test('offramp.initiate/survives-mistyped-members', (t) => survivesMistypedMembers(t, 'offramp.initiate'));

test('offramp.initiate/begins-pending', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(pending);
});

test('offramp.initiate/calls-itself-an-offramp', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold({
    where: 'type',
    promised: 'offramp',
    holds: (record) => record.text('type') === 'offramp',
  });
});

test('offramp.initiate/echoes-the-reference', async (t) => {
  const subaccountId = t.roles.individual;
  const first = await recordsOf(t, 'offramp.initiate');
  const together = await Promise.all(
    [1, 2, 3].map(() => t.api.initiateOfframp({ subaccountId, body: plainOfframp(t) })),
  );
  t.expect([...first, ...together.filter(({ status }) => status < 300)]).toHold(
    echoes('client_offramp_reference'),
  );
});

test('offramp.initiate/echoes-the-amount', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(echoesAmount('from.amount'));
});

test('offramp.initiate/echoes-the-asset', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(echoesLoosely('from.asset'));
});

test('offramp.initiate/echoes-the-recipient', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(echoesLoosely('to.recipient_id'));
});

test('offramp.initiate/echoes-the-currency', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(echoesLoosely('to.currency'));
});

test('offramp.initiate/echoes-the-sender-address', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(echoes('from.address', 'from.sender_address'));
});

test('offramp.initiate/nets-at-most-the-gross', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold({
    where: 'to.net_amount',
    promised: 'at most to.gross_amount',
    holds: (record) => record.amount('to.net_amount').lessThanOrEqualTo(record.amount('to.gross_amount')),
  });
});

test('offramp.initiate/has-a-positive-rate', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(positive('pricing.fx_rate'));
});

test('offramp.initiate/adds-up-its-fees', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(addsUp('offramp_fee'));
});

test('offramp.initiate/converts-at-its-rate', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(atTheRate('to.gross_amount'));
});

test('offramp.initiate/has-no-negative-amounts', async (t) => {
  for (const path of [
    'from.amount',
    'to.gross_amount',
    'to.net_amount',
    'pricing.fees.offramp_fee',
    'pricing.fees.network_fee',
    'pricing.fees.total_fees',
  ])
    t.expect(await recordsOf(t, 'offramp.initiate')).toHold(nonNegative(path));
});

test('offramp.initiate/is-created-now', async (t) => {
  t.expect(await recordsOf(t, 'offramp.initiate')).toHold(createdNow('created_at'));
});

test('offramp.initiate/gives-each-order-its-own-id', async (t) => {
  const subaccountId = t.roles.individual;
  const bodies = [1, 2, 3].map(() => plainOfframp(t));
  const replies = await Promise.all(bodies.map((body) => t.api.initiateOfframp({ subaccountId, body })));
  t.expect([...(await recordsOf(t, 'offramp.initiate')), ...replies]).toDifferIn('id');
});

const unknownRecipient = async (t: Conformance) => {
  const subaccountId = t.roles.individual;
  await accepted(t, 'offramp.initiate');
  const body = offrampBody(t, { recipient: randomUUID(), currency: 'USD' });
  return t.api.initiateOfframp({ subaccountId, body });
};

test('offramp.initiate/refuses-an-unknown-recipient', async (t) => {
  t.expect(await unknownRecipient(t)).toBeRefused({ status: 404, message: 'bank account not found' });
});

test('offramp.initiate/dates-the-unknown-recipient', async (t) => {
  const reply = await unknownRecipient(t);
  if (reply.status !== 404) t.cannot('an unknown recipient is not answered with 404');
  t.expect(reply).toBeRefused({ status: 404, body: 'bank account' });
});

test('offramp.initiate/names-no-error-for-an-unknown-recipient', async (t) => {
  const reply = await unknownRecipient(t);
  if (reply.status !== 404) t.cannot('an unknown recipient is not answered with 404');
  t.expect(reply).toLack('error');
});

test('offramp.initiate/refuses-without-approved-kyc', (t) => refusesWithoutKyc(t, 'offramp.initiate'));

test('offramp.initiate/refuses-what-is-no-json', (t) => refusesWhatIsNoJson(t, 'offramp.initiate'));

test('offramp.initiate/success-status', (t) => observesSuccess(t, 'offramp.initiate'));

test('offramp.initiate/answer-to-a-missing-member', (t) => observesMissingMembers(t, 'offramp.initiate'));

test('offramp.initiate/answer-for-an-absent-subaccount', (t) =>
  observesAbsentSubaccount(t, 'offramp.initiate'));

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
const final = ['to.gross_amount', 'to.net_amount', 'pricing.fx_rate'];

test('offramp.read/agrees-with-the-listing', async (t) => {
  const reads = await recordsOf(t, 'offramp.read');
  const pages = await recalledWalk(t, 'offramp.list', t.facts.greatestLimit);
  const items = pages.flatMap(({ items: listed }) => listed);
  t.expect(reads).toAgreeWithItems(items, fixed);
  const settled = reads.filter((reply) => ['paid', 'completed'].includes(codeAt(reply, 'status')));
  if (settled.length > 0) t.expect(settled).toAgreeWithItems(items, final);
});

test('offramp.read/hides-what-is-absent', async (t) => {
  t.expect(await absent(t, 'offramp.read', 'offrampId')).toBeWithheld();
});

test('offramp.read/keeps-to-its-subaccount', async (t) => {
  const subaccountId = t.roles.business;
  await recordsOf(t, 'offramp.read');
  const known = t.roles.offramps.slice(0, 1);
  const created = await ifPossible(async () => idOf((await accepted(t, 'offramp.initiate'))[0]));
  for (const offrampId of created === undefined ? known : [...known, created])
    t.expect(await t.api.readOfframp({ subaccountId, offrampId })).toBeWithheld();
});

test('offramp.read/keeps-onramps-apart', async (t) => {
  const [onramp] = await recordsOf(t, 'onramp.initiate');
  const offrampId = idOf(onramp);
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
