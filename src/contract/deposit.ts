import { depositOrder } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const depositOperations = {
  'deposit.simulate': {
    number: 5,
    method: 'POST',
    path: '/v1/ramp/{subaccountId}/banking/deposits/simulate',
    call: 'simulateDeposit',
    purpose: 'simulate a deposit (sandbox)',
    success: null,
    request: depositOrder,
    movesMoney: true,
  },
} as const;

/** The values that the document lists for a deposit; each is accepted, any other is refused by naming them all. */
export const depositCurrencies = [
  'NGN',
  'BRL',
  'USD',
  'EUR',
  'GHS',
  'ZMW',
  'TZS',
  'USDC',
  'USDT',
  'MXN',
  'COP',
  'ARS',
] as const;

const endpoint = 'Endpoints: 5. Simulate deposit';

export const depositRequirements = {
  'deposit.simulate/accepts-each-listed-currency': stated(
    'order',
    endpoint,
    5,
    'Each of the twelve listed currencies is accepted as a value.',
  ),
  'deposit.simulate/answers-success-without-a-body': stated('record', endpoint, 5, 'Success has no body.'),
  'deposit.simulate/refuses-an-unlisted-currency': stated(
    'error',
    'Errors',
    5,
    'Any other currency is answered 400 Bad Request, with a full error body.',
  ),
  'deposit.simulate/refuses-an-unlisted-currency-in-any-order': implied(
    'error',
    'Errors',
    5,
    'Any other currency is refused, and breaks nothing, however odd the rest of the order is.',
  ),
  'deposit.simulate/names-the-listed-currencies': stated(
    'error',
    'Errors',
    5,
    'The message that refuses a currency names all allowed values.',
  ),
  'deposit.simulate/refuses-an-absent-subaccount': stated(
    'error',
    'Errors',
    5,
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
  ),
  'deposit.simulate/refuses-without-approved-kyc': stated(
    'verification',
    'Endpoints',
    5,
    'A deposit for a subaccount without approved verification is refused.',
  ),
  'deposit.simulate/survives-mistyped-members': implied(
    'http',
    endpoint,
    5,
    'A body with members of another type, or that is no JSON object, never breaks the service.',
  ),
  'deposit.simulate/refuses-what-is-no-json': shown(
    'http',
    endpoint,
    5,
    'A body that is not JSON, or no JSON object, is not accepted.',
  ),
  'deposit.simulate/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    5,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'deposit.simulate/leaves-balances-alone-when-refused': shown(
    'money',
    endpoint,
    [4, 5],
    'A refused deposit moves no balance.',
  ),
  'deposit.simulate/effect-on-the-balance': silent(
    'open',
    'What the service does',
    [4, 5],
    'Whether a simulated deposit raises the balance is open.',
  ),
  'deposit.simulate/recased-currency': silent(
    'open',
    endpoint,
    5,
    'Whether a listed currency in another letter case or with spaces is accepted is open.',
  ),
  'deposit.simulate/success-status': silent(
    'open',
    'Endpoints',
    5,
    'Which success status a deposit gets is open.',
  ),
  'deposit.simulate/answer-to-a-missing-member': silent(
    'open',
    'Errors',
    5,
    'Which status a missing member gets is open.',
  ),
} as const;
