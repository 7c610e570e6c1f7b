import { subaccount } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const subaccountOperations = {
  'subaccount.read': {
    number: 1,
    method: 'GET',
    path: '/v1/ramp/subaccount/{subaccountId}',
    call: 'readSubaccount',
    purpose: 'read a subaccount',
    success: subaccount,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Subaccount';
const endpoint = 'Endpoints: 1. Get subaccount';

export const subaccountRequirements = {
  'subaccount.read/returns-the-one-asked-for': implied(
    'consistency',
    endpoint,
    1,
    'The id of the record is the id in the path.',
  ),
  'subaccount.read/names-a-country-once': stated(
    'record',
    record,
    1,
    'The verification profiles hold at most one entry for a country.',
  ),
  'subaccount.read/locks-every-flag': stated(
    'record',
    record,
    1,
    'While a currency capability is locked, onramp, offramp, deposit and withdrawal are all false.',
  ),
  'subaccount.read/explains-a-locked-capability': stated(
    'record',
    record,
    1,
    'A locked currency capability says which verification is required and which actions lead to it.',
  ),
  'subaccount.read/explains-only-locked-capabilities': shown(
    'record',
    record,
    1,
    'A currency capability that is not locked carries no required verification and no required actions.',
  ),
  'subaccount.read/keys-currencies-by-upper-case-code': shown(
    'record',
    record,
    1,
    'The currency capabilities are keyed by codes of three upper-case letters.',
  ),
  'subaccount.read/repeats-itself': implied(
    'consistency',
    endpoint,
    1,
    'Two reads in a row agree in id, email, type and time of creation.',
  ),
  'subaccount.read/refuses-an-absent-subaccount': stated(
    'error',
    'Errors',
    1,
    'A subaccount that does not exist is answered 404 Not Found, with a message that says so.',
  ),
  'subaccount.read/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    1,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'subaccount.read/answer-to-a-malformed-id': silent(
    'open',
    'Errors',
    1,
    'Which status an id that is no UUID gets is open.',
  ),
} as const;
