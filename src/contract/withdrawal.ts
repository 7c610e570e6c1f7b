import { withdrawal } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const withdrawalOperations = {
  'withdrawal.read': {
    number: 11,
    method: 'GET',
    path: '/v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}',
    call: 'readWithdrawal',
    purpose: 'read a withdrawal',
    success: withdrawal,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Withdrawal';
const endpoint = 'Endpoints: 11. Get withdrawal';

export const withdrawalRequirements = {
  'withdrawal.read/returns-the-one-asked-for': implied(
    'consistency',
    endpoint,
    11,
    'The id of the record is the id in the path.',
  ),
  'withdrawal.read/masks-the-address': implied(
    'record',
    record,
    11,
    'Of the two addresses one is masked: it differs from the full one.',
  ),
  'withdrawal.read/shows-the-address-in-full': shown(
    'record',
    record,
    11,
    'The full address holds no mask characters, and the visible ends of the masked one are its own.',
  ),
  'withdrawal.read/has-no-hash-while-pending': shown(
    'consistency',
    record,
    11,
    'A pending withdrawal has no transaction hash.',
  ),
  'withdrawal.read/grosses-at-least-the-amount': shown(
    'money',
    record,
    11,
    'The gross amount is not below the amount less its fee.',
  ),
  'withdrawal.read/repeats-itself': implied(
    'consistency',
    endpoint,
    11,
    'Two reads in a row agree in what does not change.',
  ),
  'withdrawal.read/refuses-an-absent-withdrawal': stated(
    'error',
    'Errors',
    11,
    'A withdrawal that does not exist is answered 404 Not Found, with a message that says so.',
  ),
  'withdrawal.read/keeps-to-its-subaccount': implied(
    'consistency',
    endpoint,
    11,
    'A withdrawal is not served under the path of another subaccount.',
  ),
  'withdrawal.read/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    11,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'withdrawal.read/answer-to-a-malformed-id': silent(
    'open',
    'Errors',
    11,
    'Which status an id that is no UUID gets is open.',
  ),
} as const;
