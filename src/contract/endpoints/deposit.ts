import { depositCurrencies, depositOrder } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

export const operations = [
  {
    id: 'deposit.simulate',
    number: 5,
    heading: 'Simulate deposit',
    group: 'Deposits',
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/deposits/simulate',
    call: 'simulateDeposit',
    purpose: 'simulate a deposit (sandbox)',
    success: null,
    request: depositOrder,
    values: [],
    movesMoney: true,
    order: {
      noun: 'deposit',
      unit: 'depositCurrency',
      codes: ['currency'],
      listed: {
        path: 'currency',
        values: depositCurrencies,
        unlisted: 'JPY',
        claim: 'refuses-an-unlisted-currency',
      },
      free: ['amount', 'accountNumber'],
    },
    absence: {
      of: 'subaccount',
      claim: 'refuses-an-absent-subaccount',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    personal: true,
    texts: [],
  },
] as const satisfies readonly Operation[];

const [simulate] = operations;
const section = sectionsOf('deposit.simulate');

const record = section('record', headingOf(simulate));
const errors = section('error', 'Errors');
const balances = section('open', 'What the service does');
const http = section('http', headingOf(simulate));
const open = section('open', 'Errors');

export const requirements = [
  record.stated('answers-success-without-a-body', 'Success has no body.', { asks: 'success' }),
  errors.stated(
    'refuses-an-absent-subaccount',
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  ),
  http.implied('survives-an-unknown-account', 'An account to credit that nobody has never breaks the service.', {
    asks: 'survival',
  }),
  balances.implied(
    'moves-its-own-balance-alone',
    'A deposit of any listed currency that the balances show, of a person or a business, moves no other balance, and its own neither down nor by more than its amount.',
    ['balances.read', 'deposit.simulate'],
  ),
  balances.silent('effect-on-the-balance', 'Whether a simulated deposit raises the balance is open.', [
    'balances.read',
    'deposit.simulate',
  ]),
  open.silent('answer-to-a-missing-member', 'Which status a missing member gets is open.'),
];
