import { randomUUID } from 'node:crypto';
import { type Conformance, test } from '#harness';
import { observesAbsentSubaccount } from '../given/absence.ts';
import {
  observesMissingMembers,
  observesSuccess,
  refusesAbsentSubaccount,
  refusesFurther,
  refusesWhatIsNoJson,
  refusesWithoutKyc,
  survivesMistypedMembers,
} from '../given/body.ts';
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
    t.few([1, 2, 3]).map(() => t.api.initiateOfframp({ subaccountId, body: plainOfframp(t) })),
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
  const bodies = t.few([1, 2, 3]).map(() => plainOfframp(t));
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
  const subaccountId = t.roles.individual;
  await refusesFurther(t, 'offramp.initiate', (body) => {
    const order = body as ReturnType<typeof plainOfframp>;
    return { subaccountId, body: { ...order, to: { ...order.to, recipient_id: randomUUID() } } };
  });
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

test('offramp.initiate/refuses-an-absent-subaccount', (t) => refusesAbsentSubaccount(t, 'offramp.initiate'));

test('offramp.initiate/refuses-without-approved-kyc', (t) => refusesWithoutKyc(t, 'offramp.initiate'));

test('offramp.initiate/refuses-what-is-no-json', (t) => refusesWhatIsNoJson(t, 'offramp.initiate'));

test('offramp.initiate/success-status', (t) => observesSuccess(t, 'offramp.initiate'));

test('offramp.initiate/answer-to-a-missing-member', (t) => observesMissingMembers(t, 'offramp.initiate'));

test('offramp.initiate/answer-for-an-absent-subaccount', (t) =>
  observesAbsentSubaccount(t, 'offramp.initiate'));
