import { randomUUID } from 'node:crypto';
import { defaultPolicies, type PartialPolicies } from '#sandbox';
import { against, common } from '../fault.ts';
import { isInCents, sent } from '../requests.ts';
import { answering, changing, type Hook, otherId, shifted, withoutBody } from '../rewriting.ts';

const initiate = 'lightning-offramp.initiate';
const defaults = defaultPolicies;

const changed = changing(initiate);

const plus = (more: number) => (value: string) => Number(value) + more;

against('lightning-offramp.initiate/begins-pending', {
  'A created lightning offramp is paid.': { creation: { firstStatus: () => 'paid' } },
  'A created lightning offramp is active.': { creation: { firstStatus: () => 'active' } },
});
against('lightning-offramp.initiate/reports-success', {
  'An accepted order reports no success.': changed('success', false),
  'Success is a word.': changed('success', 'true'),
  'Success is null.': changed('success', null),
});
against('lightning-offramp.initiate/speaks-of-the-invoice', {
  'The message says that all is well.': changed('message', 'Done'),
  'The message does not say what comes of paying the invoice.': changed('message', 'Lightning invoice generated'),
  'The message is empty.': changed('message', ''),
});
against('lightning-offramp.initiate/returns-an-invoice', {
  'The invoice is an address on the chain.': changed(
    'data.lightningInvoice',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ),
  'The invoice is its id.': changed('data.lightningInvoice', otherId),
  'The invoice is a link to one.': changed('data.lightningInvoice', (it) => `lightning:${it}`),
  'The invoice is empty.': changed('data.lightningInvoice', ''),
});

const taking = (member: string): Hook =>
  answering({ operation: initiate, when: (request) => sent(request, member) === null }, withoutBody(202));

const failing = (member: string): Hook =>
  answering({ operation: initiate, when: (request) => sent(request, member) === undefined }, { status: 500 });

const lenient = (path: string): PartialPolicies => ({
  order: {
    problem: (value, member) =>
      member.operation === initiate && member.path === path && value === undefined
        ? undefined
        : defaults.order.problem(value, member),
  },
  recipient: {
    find: (all, id, owner) => defaults.recipient.find(all, id, owner) ?? (id === '' ? all[0] : undefined),
  },
});

against('lightning-offramp.initiate/refuses-a-missing-recipient', {
  'An order without a recipient goes to the first one.': lenient('recipient_id'),
  'An order whose recipient is null is accepted.': taking('recipient_id'),
  'An order without a recipient breaks the service.': failing('recipient_id'),
});
against('lightning-offramp.initiate/refuses-a-missing-amount', {
  'An order without an amount is for nothing.': lenient('amount'),
  'An order whose amount is null is accepted.': taking('amount'),
  'An order without an amount breaks the service.': failing('amount'),
});

against('lightning-offramp.initiate/expires-after-its-creation', {
  'The invoice expires as it is made.': { lightningOfframp: { expiresAt: (createdAt) => createdAt } },
  'The invoice expired before it was made.': common({
    lightningOfframp: { expiresAt: shifted(-1_000) },
  }),
});
against('lightning-offramp.initiate/receives-at-most-the-target', {
  'Fees are added to what is received.': changed('data.targetAmountReceivable', plus(2)),
  'What is received is in satoshis.': changed('data.targetAmountReceivable', 125_000),
  'Nothing is received of a target that is above the fees.': changed('data.targetAmountReceivable', 0),
});
against('lightning-offramp.initiate/receives-the-target-less-the-fees', {
  'The amount received is the target, with any fees.': changed(
    'data.targetAmountReceivable',
    (_value, { holder }) => holder.targetAmount,
  ),
  'What is received is a dime below what is left of the target.': changed('data.targetAmountReceivable', plus(-0.1)),
});
against('lightning-offramp.initiate/has-a-positive-rate', {
  'The rate is zero.': changed('data.exchangeRate', 0),
  'The rate is negative.': changed('data.exchangeRate', (it) => -Number(it)),
});
against(['lightning-offramp.initiate/is-created-now', 'lightning-offramp.initiate/is-created-in-utc'], {
  'The time of creation is another century.': changed('data.createdAt', '2001-02-03T04:05:06.789Z'),
});
against('lightning-offramp.initiate/names-one-account-for-a-recipient', {
  'Each order names another bank account.': changed('data.bankAccount.id', () => randomUUID()),
  'Each order shows another account number.': changed('data.bankAccount.accountId', () => randomUUID()),
});
against('lightning-offramp.initiate/converts-at-its-rate', {
  'The lightning amount has no spread of the rate.': changed('data.lightningAmount', (it) => Number(it) * 1.05),
});
against('lightning-offramp.initiate/is-near-its-rate', {
  'The lightning amount is in satoshis, and its currency in bitcoin.': changed('data.lightningAmount', (it) =>
    Math.round(Number(it) * 1e8),
  ),
});
against('lightning-offramp.initiate/keeps-the-direction-of-its-rate', {
  'The rate of orders with cents is turned round.': changed('data.exchangeRate', (it, { request }) =>
    isInCents(request) ? 1 / Number(it) : it,
  ),
});
against('lightning-offramp.initiate/adds-up-its-fees', {
  'The total leaves out the withdrawal fee.': changed('data.totalFees', (_value, { holder }) => holder.lightningFee),
  'The total is a dime above its parts.': changed('data.totalFees', plus(0.1)),
});
against('lightning-offramp.initiate/echoes-the-amount', {
  'The target is a hundredth above the amount.': common(changed('data.targetAmount', plus(0.01))),
  'The target is in cents.': changed('data.targetAmount', (it) => Number(it) * 100),
});
against('lightning-offramp.initiate/pays-in-the-target-currency', {
  'The bank account is in dollars.': changed('data.bankAccount.currency', 'USD'),
  'The target is in dollars.': changed('data.targetCurrency', 'USD'),
});
against('lightning-offramp.initiate/gives-each-order-its-own-invoice', {
  'All orders get one id.': changed('data.id', otherId),
  'All orders get one id of the invoice.': changed('data.lightningInvoiceId', '7a2d3e4f-5b6c-4d7e-8f9a-0b1c2d3e4f5a'),
  'All orders get one invoice.': changed('data.lightningInvoice', 'lnbc1p0same0invoice'),
});
