import { withdrawal } from '#schemas';
import { sectionsOf } from '../claim.ts';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'withdrawal.read',
    number: 11,
    heading: 'Get withdrawal',
    group: 'Withdrawals',
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}',
    call: 'readWithdrawal',
    purpose: 'read a withdrawal',
    success: withdrawal,
    values: ['identifiers', 'timestamps', 'amounts'],
    movesMoney: false,
    varying: {
      always: ['$.status', '$.tx_hash', '$.description'],
      untilSettled: ['$.fee_amount', '$.local_amount', '$.rate', '$.gross_amount'],
    },
    amountsIn: 'Resources: Withdrawal',
    absence: {
      of: 'withdrawal',
      claim: 'refuses-an-absent-withdrawal',
      by: 'id',
      body: 'short-error',
      error: 'Not Found',
    },
    personal: true,
    texts: ['currency', 'local_currency', 'fee_currency', 'destinationAddress', 'destination_address'],
  },
] as const satisfies readonly Operation[];

const section = sectionsOf('withdrawal.read');
const recordHeading = 'Resources: Withdrawal';

const record = section('record', recordHeading);
const state = section('consistency', recordHeading);
const settled = section('consistency', 'Resources: Offramp (version 2)');
const money = section('money', recordHeading);
const errors = section('error', 'Errors');

export const requirements = [
  record.stated(
    'masks-the-address',
    'Of the two addresses one is masked: it hides more than one or two characters of the full one.',
  ),
  record.shown(
    'shows-the-address-in-full',
    'The full address holds no mask characters, and the visible ends of the masked one are its own.',
  ),
  state.shown('has-no-hash-while-pending', 'A pending withdrawal has no transaction hash.'),
  money.implied('has-a-positive-rate', 'The exchange rate is above zero.'),
  money.shown('grosses-at-least-the-amount', 'The gross amount is not below the amount less its fee.'),
  settled.shown('serves-what-settles-an-offramp', 'A withdrawal that the settlement of an offramp names can be read.', [
    'withdrawal.read',
    'offramp.list',
  ]),
  errors.stated(
    'refuses-an-absent-withdrawal',
    'A withdrawal that does not exist is answered 404 Not Found, with a message that says so.',
    { asks: 'refusal', heeds: ['ids'], sign: true },
  ),
];
