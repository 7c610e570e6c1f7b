import { randomUUID } from 'node:crypto';
import { type Conformance, isOfKind, test } from '#harness';
import { observesAbsentSubaccount } from '../given/absence.ts';
import {
  observesSuccess,
  refusesAbsentSubaccount,
  refusesFurther,
  refusesWhatIsNoJson,
  refusesWithoutKyc,
  survivesMistypedMembers,
} from '../given/body.ts';
import { lightningBody } from '../given/order.ts';
import { accepted, recordsOf } from '../given/record.ts';
import { pending } from '../given/rule.ts';

const operation = 'lightning-offramp.initiate';

// Begins first: it takes longest.
test('lightning-offramp.initiate/survives-mistyped-members', (t) => survivesMistypedMembers(t, operation));

test('lightning-offramp.initiate/begins-pending', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold(pending);
});

test('lightning-offramp.initiate/reports-success', async (t) => {
  t.expect(await recordsOf(t, operation)).toHoldAsWhole({
    where: 'success',
    promised: 'true',
    holds: (envelope) => envelope.is('success', true),
  });
});

test('lightning-offramp.initiate/speaks-of-the-invoice', async (t) => {
  t.expect(await recordsOf(t, operation)).toHoldAsWhole({
    where: 'message',
    promised: 'a message about the invoice',
    holds: (envelope) => isOfKind(envelope.text('message'), 'invoice generated'),
  });
});

test('lightning-offramp.initiate/returns-an-invoice', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'lightningInvoice',
    promised: 'the form of a lightning invoice',
    holds: (record) => /^ln[a-z0-9]+$/i.test(record.text('lightningInvoice')),
  });
});

/** What is required is as little there when it is null. */
const refusesEach = async (t: Conformance, bodies: readonly object[]): Promise<void> => {
  const subaccountId = t.roles.individual;
  for (const body of t.few(bodies))
    t.expect(await t.api.initiateLightningOfframp({ subaccountId, body })).toBeRefused();
};

test('lightning-offramp.initiate/refuses-a-missing-recipient', async (t) => {
  await accepted(t, operation);
  await refusesEach(t, [{ amount: t.order.amount }, { amount: t.order.amount, recipient_id: null }]);
});

test('lightning-offramp.initiate/refuses-a-missing-amount', async (t) => {
  await accepted(t, operation);
  const { lightningRecipient: recipient_id } = t.roles;
  await refusesEach(t, [{ recipient_id }, { recipient_id, amount: null }]);
});

const unknownRecipient = async (t: Conformance) => {
  const subaccountId = t.roles.individual;
  await accepted(t, operation);
  return t.api.initiateLightningOfframp({ subaccountId, body: lightningBody(t, randomUUID()) });
};

test('lightning-offramp.initiate/refuses-an-unknown-recipient', async (t) => {
  t.expect(await unknownRecipient(t)).toBeRefused({ status: 404, message: 'bank account not found' });
  const subaccountId = t.roles.individual;
  await refusesFurther(t, operation, (body) => ({
    subaccountId,
    body: { ...(body as object), recipient_id: randomUUID() },
  }));
});

test('lightning-offramp.initiate/dates-the-unknown-recipient', async (t) => {
  const reply = await unknownRecipient(t);
  if (reply.status !== 404) t.cannot('an unknown recipient is not answered with 404');
  t.expect(reply).toBeRefused({ status: 404, body: 'bank account' });
});

test('lightning-offramp.initiate/expires-after-its-creation', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'expiresAt',
    promised: 'after createdAt',
    holds: (record) => record.instant('expiresAt') > record.instant('createdAt'),
  });
});

test('lightning-offramp.initiate/receives-at-most-the-target', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'targetAmountReceivable',
    promised: 'at most targetAmount',
    holds: (record) =>
      record.amount('targetAmountReceivable').lessThanOrEqualTo(record.amount('targetAmount')),
  });
});

test('lightning-offramp.initiate/adds-up-its-fees', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'totalFees',
    promised: 'lightningFee and withdrawalFee together',
    holds: (record) => {
      const sum = record.amount('lightningFee').plus(record.amount('withdrawalFee'));
      return sum.minus(record.amount('totalFees')).abs().lessThanOrEqualTo('0.01');
    },
  });
});

test('lightning-offramp.initiate/echoes-the-amount', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'targetAmount',
    promised: 'the amount sent, here or as lightningAmount',
    holds: (record, sent) =>
      ['targetAmount', 'lightningAmount'].some((path) => record.amount(path).equals(sent.amount('amount'))),
  });
});

test('lightning-offramp.initiate/pays-in-the-target-currency', async (t) => {
  t.expect(await recordsOf(t, operation)).toHold({
    where: 'bankAccount.currency',
    promised: 'targetCurrency',
    holds: (record) =>
      record.text('bankAccount.currency').toLowerCase() === record.text('targetCurrency').toLowerCase(),
  });
});

test('lightning-offramp.initiate/gives-each-order-its-own-invoice', async (t) => {
  const subaccountId = t.roles.individual;
  const body = lightningBody(t, t.roles.lightningRecipient);
  const replies = await Promise.all(
    t.few([1, 2]).map(() => t.api.initiateLightningOfframp({ subaccountId, body })),
  );
  const orders = [...(await recordsOf(t, operation)), ...replies];
  t.expect(orders).toDifferIn('data.id');
  t.expect(orders).toDifferIn('data.lightningInvoice');
  t.expect(orders).toDifferIn('data.lightningInvoiceId');
});

test('lightning-offramp.initiate/refuses-an-absent-subaccount', (t) => refusesAbsentSubaccount(t, operation));

test('lightning-offramp.initiate/refuses-without-approved-kyc', (t) => refusesWithoutKyc(t, operation));

test('lightning-offramp.initiate/refuses-what-is-no-json', (t) =>
  refusesWhatIsNoJson(t, operation, { strictly: false }));

test('lightning-offramp.initiate/success-status', (t) => observesSuccess(t, operation));

test('lightning-offramp.initiate/answer-for-an-absent-subaccount', (t) =>
  observesAbsentSubaccount(t, operation));
