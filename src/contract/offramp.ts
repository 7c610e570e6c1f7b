import { offrampCreated, offrampListing, offrampOrder, offrampRetrieved } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const offrampOperations = {
  'offramp.initiate': {
    number: 7,
    method: 'POST',
    path: '/v2/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateOfframp',
    purpose: 'start an offramp',
    success: offrampCreated,
    request: offrampOrder,
    movesMoney: true,
  },
  'offramp.list': {
    number: 8,
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/',
    call: 'listOfframps',
    purpose: 'list offramps',
    success: offrampListing,
    movesMoney: false,
  },
  'offramp.read': {
    number: 9,
    method: 'GET',
    path: '/v2/ramp/{subaccountId}/banking/offramp/{offrampId}',
    call: 'readOfframp',
    purpose: 'read an offramp',
    success: offrampRetrieved,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Offramp (version 2)';
const initiate = 'Endpoints: 7. Initiate offramp (version 2)';

export const offrampRequirements = {
  'offramp.initiate/begins-pending': stated('order', record, 7, 'A created offramp has the status pending.'),
  'offramp.initiate/calls-itself-an-offramp': stated(
    'record',
    record,
    7,
    'The type of the record is offramp.',
  ),
  'offramp.initiate/echoes-the-reference': stated(
    'order',
    record,
    7,
    "The caller's reference comes back as it was sent.",
  ),
  'offramp.initiate/echoes-the-amount': implied('order', record, 7, 'The source amount is the amount sent.'),
  'offramp.initiate/echoes-the-asset': implied(
    'order',
    record,
    7,
    'The source asset is the one sent, letter case aside.',
  ),
  'offramp.initiate/echoes-the-recipient': implied('order', record, 7, 'The recipient is the one sent.'),
  'offramp.initiate/echoes-the-currency': implied(
    'order',
    record,
    7,
    'The destination currency is the one sent, letter case aside.',
  ),
  'offramp.initiate/echoes-the-sender-address': shown(
    'order',
    record,
    7,
    'The source address is the sender address that was sent.',
  ),
  'offramp.initiate/nets-at-most-the-gross': implied(
    'money',
    record,
    7,
    'The net amount is not above the gross amount.',
  ),
  'offramp.initiate/has-a-positive-rate': implied('money', record, 7, 'The exchange rate is above zero.'),
  'offramp.initiate/adds-up-its-fees': shown(
    'money',
    record,
    7,
    'Where all fees are in one currency, the total is their sum.',
  ),
  'offramp.initiate/converts-at-its-rate': shown(
    'money',
    record,
    7,
    'The gross amount is the source amount at the stated rate, within one per cent.',
  ),
  'offramp.initiate/has-no-negative-amounts': shown('money', record, 7, 'No amount or fee is negative.'),
  'offramp.initiate/is-created-now': shown(
    'order',
    record,
    7,
    'The time of creation is the time of the exchange, within five minutes of the service clock.',
  ),
  'offramp.initiate/gives-each-order-its-own-id': implied(
    'order',
    record,
    7,
    'Two orders with different references get different ids.',
  ),
  'offramp.initiate/leaves-balances-alone': stated(
    'money',
    'What the service does',
    [4, 7],
    'Initiating an offramp changes no balance.',
  ),
  'offramp.initiate/can-be-read': implied(
    'consistency',
    initiate,
    [7, 9],
    'A created offramp can be read by its id.',
  ),
  'offramp.initiate/can-be-listed': implied(
    'consistency',
    initiate,
    [7, 8],
    'A created offramp is found once in the listing.',
  ),
  'offramp.initiate/is-kept-as-created': implied(
    'consistency',
    initiate,
    [7, 9],
    'What was fixed at creation is the same when the offramp is read.',
  ),
  'offramp.initiate/creates-nothing-when-refused': implied(
    'consistency',
    initiate,
    [7, 8],
    'An offramp that is refused for its recipient or its subaccount is not in the listing.',
  ),
  'offramp.initiate/refuses-an-unknown-recipient': stated(
    'error',
    'Errors',
    7,
    'A recipient that does not exist is answered 404, with a message that no bank account was found.',
  ),
  'offramp.initiate/dates-the-unknown-recipient': stated(
    'error',
    'Resources: Error body',
    7,
    'That 404 carries statusCode, timestamp and message.',
  ),
  'offramp.initiate/names-no-error-for-an-unknown-recipient': shown(
    'error',
    'Errors',
    7,
    'The body for an absent bank account carries no error member.',
  ),
  'offramp.initiate/refuses-without-approved-kyc': stated(
    'verification',
    'Endpoints',
    7,
    'An offramp for a subaccount without approved verification is refused.',
  ),
  'offramp.initiate/refuses-an-absent-subaccount': implied(
    'verification',
    'Endpoints',
    7,
    'An order for a subaccount that does not exist is refused.',
  ),
  'offramp.initiate/survives-mistyped-members': implied(
    'http',
    initiate,
    7,
    'A body with members of another type, or that is no JSON object, never breaks the service.',
  ),
  'offramp.initiate/refuses-what-is-no-json': shown(
    'http',
    initiate,
    7,
    'A body that is not JSON, or no JSON object, is not accepted.',
  ),
  'offramp.initiate/never-serves-a-malformed-id': implied(
    'error',
    initiate,
    7,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'offramp.initiate/success-status': silent(
    'open',
    'Endpoints',
    7,
    'Which success status an offramp gets is open.',
  ),
  'offramp.initiate/answer-to-a-missing-member': silent(
    'open',
    'Endpoints',
    7,
    'Which members are required is open, and so is the answer to a missing one.',
  ),
  'offramp.initiate/answer-for-an-absent-subaccount': silent(
    'open',
    'Errors',
    7,
    'Which answer an absent subaccount gets is open.',
  ),
} as const;
