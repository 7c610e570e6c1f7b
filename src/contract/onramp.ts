import { onramp, onrampOrder } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const onrampOperations = {
  'onramp.initiate': {
    number: 6,
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/onramp/initiate',
    call: 'initiateOnramp',
    purpose: 'start an onramp',
    success: onramp,
    request: onrampOrder,
    movesMoney: true,
  },
} as const;

/** The assets that the document lists for an onramp. */
export const onrampAssets = ['USDT', 'USDC', 'BTC_LIGHTNING'] as const;

const record = 'Resources: Onramp';
const endpoint = 'Endpoints: 6. Initiate onramp';

export const onrampRequirements = {
  'onramp.initiate/accepts-each-listed-asset': stated(
    'order',
    endpoint,
    6,
    'Each of the three listed assets is accepted as a value.',
  ),
  'onramp.initiate/refuses-an-unlisted-asset': stated(
    'error',
    'Errors',
    6,
    'Any other asset is answered 400 Bad Request, with a full error body.',
  ),
  'onramp.initiate/refuses-an-unlisted-asset-in-any-order': implied(
    'error',
    'Errors',
    6,
    'Any other asset is refused, and breaks nothing, however odd the rest of the order is.',
  ),
  'onramp.initiate/names-the-listed-assets': stated(
    'error',
    'Errors',
    6,
    'The message that refuses an asset names all allowed values.',
  ),
  'onramp.initiate/begins-pending': stated('order', record, 6, 'A created onramp has the status pending.'),
  'onramp.initiate/calls-itself-an-onramp': stated('record', record, 6, 'The type of the record is onramp.'),
  'onramp.initiate/echoes-the-reference': stated(
    'order',
    record,
    6,
    "The caller's reference comes back as it was sent.",
  ),
  'onramp.initiate/echoes-the-amount': implied('order', record, 6, 'The source amount is the amount sent.'),
  'onramp.initiate/echoes-the-currency': implied(
    'order',
    record,
    6,
    'The source currency is the one sent, letter case aside.',
  ),
  'onramp.initiate/echoes-the-asset': implied(
    'order',
    record,
    6,
    'The destination asset is the one sent, letter case aside.',
  ),
  'onramp.initiate/echoes-the-address': implied(
    'order',
    record,
    6,
    'The destination address is the one sent.',
  ),
  'onramp.initiate/expires-after-its-creation': implied(
    'order',
    record,
    6,
    'The payment instructions expire after the onramp was created.',
  ),
  'onramp.initiate/nets-at-most-the-gross': implied(
    'money',
    record,
    6,
    'The net amount is not above the gross amount.',
  ),
  'onramp.initiate/has-a-positive-rate': implied('money', record, 6, 'The exchange rate is above zero.'),
  'onramp.initiate/adds-up-its-fees': shown(
    'money',
    record,
    6,
    'Where all fees are in one currency, the total is their sum.',
  ),
  'onramp.initiate/converts-at-its-rate': shown(
    'money',
    record,
    6,
    'The gross amount is the source amount at the stated rate, within one per cent.',
  ),
  'onramp.initiate/has-no-negative-amounts': shown('money', record, 6, 'No amount or fee is negative.'),
  'onramp.initiate/is-created-now': shown(
    'order',
    record,
    6,
    'The time of creation is the time of the exchange, within five minutes of the service clock.',
  ),
  'onramp.initiate/gives-each-order-its-own-id': implied(
    'order',
    record,
    6,
    'Two orders with different references get different ids.',
  ),
  'onramp.initiate/leaves-balances-alone': stated(
    'money',
    'What the service does',
    [4, 6],
    'Initiating an onramp changes no balance.',
  ),
  'onramp.initiate/refuses-an-absent-bank-account': stated(
    'error',
    'Errors',
    6,
    'For a subaccount without a bank account the answer is 404, with a message that says so.',
  ),
  'onramp.initiate/names-no-error-for-an-absent-bank-account': shown(
    'error',
    'Errors',
    6,
    'The body for an absent bank account carries no error member.',
  ),
  'onramp.initiate/refuses-without-approved-kyc': stated(
    'verification',
    'Endpoints',
    6,
    'An onramp for a subaccount without approved verification is refused.',
  ),
  'onramp.initiate/refuses-an-absent-subaccount': implied(
    'verification',
    'Endpoints',
    6,
    'An order for a subaccount that does not exist is refused.',
  ),
  'onramp.initiate/survives-mistyped-members': implied(
    'http',
    endpoint,
    6,
    'A body with members of another type, or that is no JSON object, never breaks the service.',
  ),
  'onramp.initiate/refuses-what-is-no-json': shown(
    'http',
    endpoint,
    6,
    'A body that is not JSON, or no JSON object, is not accepted.',
  ),
  'onramp.initiate/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    6,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'onramp.initiate/leaves-balances-alone-when-refused': shown(
    'money',
    endpoint,
    [4, 6],
    'A refused onramp moves no balance.',
  ),
  'onramp.initiate/recased-asset': silent(
    'open',
    endpoint,
    6,
    'Whether a listed asset in another letter case or with spaces is accepted is open.',
  ),
  'onramp.initiate/success-status': silent(
    'open',
    'Endpoints',
    6,
    'Which success status an onramp gets is open.',
  ),
  'onramp.initiate/answer-to-a-missing-member': silent(
    'open',
    'Endpoints',
    6,
    'Which members are required is open, and so is the answer to a missing one.',
  ),
  'onramp.initiate/answer-for-an-absent-subaccount': silent(
    'open',
    'Errors',
    6,
    'Which answer an absent subaccount gets is open.',
  ),
} as const;
