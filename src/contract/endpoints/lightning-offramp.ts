import { lightningOfframp, lightningOfframpOrder } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

export const operations = [
  {
    id: 'lightning-offramp.initiate',
    number: 10,
    heading: 'Initiate lightning offramp (version 1)',
    group: 'Offramp',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateLightningOfframp',
    purpose: 'start a lightning offramp',
    success: lightningOfframp,
    request: lightningOfframpOrder,
    values: ['identifiers', 'timestamps'],
    movesMoney: true,
    amountsIn: 'Resources: Lightning offramp invoice',
    order: { noun: 'lightning offramp', unit: null, codes: [], free: [] },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-unknown-recipient',
      by: 'recipient',
      body: 'absent-bank-account',
    },
    literals: { '$.data.status': 'begins-pending' },
    personal: true,
    texts: [
      'data.lightningInvoice',
      'data.targetCurrency',
      'data.lightningCurrency',
      'data.bankAccount.currency',
      'data.bankAccount.accountId',
    ],
  },
] as const satisfies readonly Operation[];

const [initiate] = operations;
const section = sectionsOf('lightning-offramp.initiate');
const recordHeading = 'Resources: Lightning offramp invoice';
const endpoint = headingOf(initiate);

const order = section('order', recordHeading);
const record = section('record', recordHeading);
const message = section('record', endpoint);
const request = section('order', endpoint);
const errors = section('error', 'Errors');
const errorBody = section('error', 'Resources: Error body');
const money = section('money', recordHeading);
const consistency = section('consistency', recordHeading);
const balances = section('money', 'What the service does');
const json = section('http', endpoint);

export const requirements = [
  order.stated('begins-pending', 'A created lightning offramp has the status pending.'),
  order.shown(
    'is-created-now',
    'The time of creation is the time of the exchange, within five minutes of the service clock.',
  ),
  order.implied(
    'is-created-in-utc',
    'The time of creation lies within 14 minutes of the nearer clock, as no local time that is marked as UTC does.',
  ),
  order.implied('expires-after-its-creation', 'An invoice that expires does so after it was created.'),
  order.shown('echoes-the-amount', 'The amount sent is the target amount or the lightning amount.', {
    heeds: ['orders'],
  }),
  order.implied('gives-each-order-its-own-invoice', 'Two orders get different ids and different invoices.', {
    heeds: ['orders'],
  }),
  record.implied('reports-success', 'The envelope of an accepted order says success.'),
  record.shown('returns-an-invoice', 'The invoice has the form of a lightning invoice.'),
  message.stated(
    'speaks-of-the-invoice',
    'The message says that an invoice was generated, and that paying it delivers the funds.',
  ),
  request.stated('refuses-a-missing-recipient', 'An order without a recipient is refused.', {
    asks: 'refusal',
    heeds: ['rules'],
  }),
  request.stated('refuses-a-missing-amount', 'An order without an amount is refused.', {
    asks: 'refusal',
    heeds: ['rules'],
  }),
  errors.implied(
    'refuses-an-unknown-recipient',
    'A recipient that does not exist is answered 404, with a message that no bank account was found.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  ),
  errorBody.shown('dates-the-unknown-recipient', 'That 404 carries statusCode, timestamp and message.'),
  money.implied(
    'receives-at-most-the-target',
    'The amount that is received is not above the target amount, and more than nothing where that is more than the fees.',
  ),
  money.shown('receives-the-target-less-the-fees', 'The amount that is received is the target amount less all fees.'),
  money.implied('has-a-positive-rate', 'The exchange rate is above zero.'),
  money.shown('adds-up-its-fees', 'The total fees are the lightning fee and the withdrawal fee.'),
  consistency.implied('names-one-account-for-a-recipient', 'Two orders for one recipient name one bank account.'),
  consistency.implied('pays-in-the-target-currency', 'The bank account is in the target currency.'),
  balances.implied('leaves-balances-alone', 'Initiating a lightning offramp changes no balance.', [
    'balances.read',
    'lightning-offramp.initiate',
  ]),
  json.stated(
    'refuses-what-is-no-json',
    'A body that is not JSON, or no JSON object, has neither required member and is refused.',
    { asks: 'refusal', heeds: ['rules'] },
  ),
];
