import { lightningOfframp, lightningOfframpOrder } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const lightningOfframpOperations = {
  'lightning-offramp.initiate': {
    number: 10,
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/offramp/initiate',
    call: 'initiateLightningOfframp',
    purpose: 'start a lightning offramp',
    success: lightningOfframp,
    request: lightningOfframpOrder,
    movesMoney: true,
  },
} as const;

const record = 'Resources: Lightning offramp invoice';
const endpoint = 'Endpoints: 10. Initiate lightning offramp (version 1)';

export const lightningOfframpRequirements = {
  'lightning-offramp.initiate/begins-pending': stated(
    'order',
    record,
    10,
    'A created lightning offramp has the status pending.',
  ),
  'lightning-offramp.initiate/reports-success': stated(
    'record',
    record,
    10,
    'The envelope of an accepted order says success.',
  ),
  'lightning-offramp.initiate/speaks-of-the-invoice': implied(
    'record',
    endpoint,
    10,
    'The message says that an invoice was generated.',
  ),
  'lightning-offramp.initiate/returns-an-invoice': shown(
    'record',
    record,
    10,
    'The invoice has the form of a lightning invoice.',
  ),
  'lightning-offramp.initiate/refuses-a-missing-recipient': stated(
    'order',
    endpoint,
    10,
    'An order without a recipient is refused.',
  ),
  'lightning-offramp.initiate/refuses-a-missing-amount': stated(
    'order',
    endpoint,
    10,
    'An order without an amount is refused.',
  ),
  'lightning-offramp.initiate/refuses-an-unknown-recipient': implied(
    'error',
    'Errors',
    10,
    'A recipient that does not exist is answered 404, with a message that no bank account was found.',
  ),
  'lightning-offramp.initiate/dates-the-unknown-recipient': shown(
    'error',
    'Resources: Error body',
    10,
    'That 404 carries statusCode, timestamp and message.',
  ),
  'lightning-offramp.initiate/expires-after-its-creation': implied(
    'order',
    record,
    10,
    'An invoice that expires does so after it was created.',
  ),
  'lightning-offramp.initiate/receives-at-most-the-target': implied(
    'money',
    record,
    10,
    'The amount that is received is not above the target amount.',
  ),
  'lightning-offramp.initiate/adds-up-its-fees': shown(
    'money',
    record,
    10,
    'The total fees are the lightning fee and the withdrawal fee.',
  ),
  'lightning-offramp.initiate/echoes-the-amount': shown(
    'order',
    record,
    10,
    'The amount sent is the target amount or the lightning amount.',
  ),
  'lightning-offramp.initiate/pays-in-the-target-currency': shown(
    'consistency',
    record,
    10,
    'The bank account is in the target currency.',
  ),
  'lightning-offramp.initiate/gives-each-order-its-own-invoice': implied(
    'order',
    record,
    10,
    'Two orders get different ids and different invoices.',
  ),
  'lightning-offramp.initiate/leaves-balances-alone': implied(
    'money',
    'What the service does',
    [4, 10],
    'Initiating a lightning offramp changes no balance.',
  ),
  'lightning-offramp.initiate/refuses-without-approved-kyc': stated(
    'verification',
    'Endpoints',
    10,
    'A lightning offramp for a subaccount without approved verification is refused.',
  ),
  'lightning-offramp.initiate/refuses-an-absent-subaccount': implied(
    'verification',
    'Endpoints',
    10,
    'An order for a subaccount that does not exist is refused.',
  ),
  'lightning-offramp.initiate/survives-mistyped-members': implied(
    'http',
    endpoint,
    10,
    'A body with members of another type, or that is no JSON object, never breaks the service.',
  ),
  'lightning-offramp.initiate/refuses-what-is-no-json': stated(
    'http',
    endpoint,
    10,
    'A body that is not JSON, or no JSON object, has neither required member and is refused.',
  ),
  'lightning-offramp.initiate/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    10,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'lightning-offramp.initiate/success-status': silent(
    'open',
    'Endpoints',
    10,
    'Which success status a lightning offramp gets is open.',
  ),
  'lightning-offramp.initiate/answer-for-an-absent-subaccount': silent(
    'open',
    'Errors',
    10,
    'Which answer an absent subaccount gets is open.',
  ),
} as const;
