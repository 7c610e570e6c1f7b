import { onramp, onrampAssets, onrampOrder } from '#schemas';
import { sectionsOf } from '../claim.ts';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'onramp.initiate',
    number: 6,
    heading: 'Initiate onramp',
    group: 'Onramp',
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/onramp/initiate',
    call: 'initiateOnramp',
    purpose: 'start an onramp',
    success: onramp,
    request: onrampOrder,
    values: ['identifiers', 'timestamps', 'amounts', 'lowerCaseCodes'],
    movesMoney: true,
    amountsIn: 'Resources: Onramp',
    order: {
      noun: 'onramp',
      unit: 'onrampCurrency',
      codes: ['currency'],
      listed: {
        path: 'to.asset',
        values: onrampAssets,
        unlisted: 'EURC',
        claim: 'refuses-an-unlisted-asset',
      },
      free: ['from.amount', 'to.chain', 'to.destination_address', 'client_onramp_reference'],
    },
    absence: {
      of: 'bank account',
      claim: 'refuses-an-absent-bank-account',
      by: 'unbanked subaccount',
      body: 'absent-bank-account',
    },
    literals: { '$.status': 'begins-pending', '$.type': 'calls-itself-an-onramp' },
    personal: true,
    emptyTexts: ['from.payment_instructions.qr_code'],
    texts: [
      'from.currency',
      'from.payment_instructions.method',
      'from.payment_instructions.qr_code',
      'to.asset',
      'to.address',
      'pricing.fees.onramp_fee_currency',
      'pricing.fees.network_fee_asset',
      'pricing.fees.total_fees_currency',
    ],
  },
] as const satisfies readonly Operation[];

const section = sectionsOf('onramp.initiate');
const recordHeading = 'Resources: Onramp';

const record = section('record', recordHeading);
const order = section('order', recordHeading);
const echo = section('order', recordHeading, { heeds: ['orders'] });
const errors = section('error', 'Errors');

export const requirements = [
  record.stated('calls-itself-an-onramp', 'The type of the record is onramp.'),
  echo.implied('echoes-the-currency', 'The source currency is the one sent, letter case aside.'),
  echo.implied('echoes-the-asset', 'The destination asset is the one sent, letter case aside.'),
  echo.implied('echoes-the-address', 'The destination address is the one sent.'),
  order.implied('expires-after-its-creation', 'The payment instructions expire after the onramp was created.'),
  errors.stated(
    'refuses-an-absent-bank-account',
    'For a subaccount without a bank account the answer is 404, with a message that says so.',
    { asks: 'refusal', heeds: ['rules'], sign: true },
  ),
  errors.implied(
    'dates-the-absent-bank-account',
    'That 404 carries statusCode, timestamp and message, as that of an unknown recipient does.',
  ),
  errors.stated(
    'names-no-error-for-an-absent-bank-account',
    'The body for an absent bank account carries no error member.',
  ),
];
