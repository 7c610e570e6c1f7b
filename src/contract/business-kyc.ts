import { businessKyc } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const businessKycOperations = {
  'business-kyc.read': {
    number: 3,
    method: 'GET',
    path: '/v1/kyc/businesses/{subaccountId}',
    call: 'readBusinessKyc',
    purpose: 'read business KYC',
    success: businessKyc,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Business KYC record';
const endpoint = 'Endpoints: 3. Get business KYC';

export const businessKycRequirements = {
  'business-kyc.read/is-updated-after-its-creation': implied(
    'consistency',
    record,
    3,
    'The record was not updated before it was created.',
  ),
  'business-kyc.read/is-incorporated-in-the-past': shown(
    'consistency',
    record,
    3,
    'The incorporation date lies in the past.',
  ),
  'business-kyc.read/owns-at-most-the-whole': shown(
    'consistency',
    record,
    3,
    'Each ownership percentage is between 0 and 100, and together they are at most 100.',
  ),
  'business-kyc.read/refuses-an-absent-business': stated(
    'error',
    'Errors',
    3,
    'A business that does not exist is answered 404 with a full error body, whose message says so.',
  ),
  'business-kyc.read/has-no-record-for-an-individual': implied(
    'error',
    endpoint,
    3,
    'The subaccount of an individual has no business record here.',
  ),
  'business-kyc.read/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    3,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'business-kyc.read/answer-to-a-malformed-id': silent(
    'open',
    'Errors',
    3,
    'Which status an id that is no UUID gets is open.',
  ),
  'business-kyc.read/status-in-use': silent(
    'open',
    'States and transitions',
    3,
    'Which verification states exist for businesses is open.',
  ),
} as const;
