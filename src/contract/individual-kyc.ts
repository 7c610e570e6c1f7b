import { individualKyc } from '#schemas';
import { implied, shown, silent, stated } from './requirement.ts';

export const individualKycOperations = {
  'individual-kyc.read': {
    number: 2,
    method: 'GET',
    path: '/v1/kyc/customers/{subaccountId}',
    call: 'readIndividualKyc',
    purpose: 'read individual KYC',
    success: individualKyc,
    movesMoney: false,
  },
} as const;

const record = 'Resources: Individual KYC record';
const endpoint = 'Endpoints: 2. Get individual KYC';

export const individualKycRequirements = {
  'individual-kyc.read/writes-the-phone-in-e164': stated(
    'format',
    record,
    2,
    'The phone number is in E.164 form.',
  ),
  'individual-kyc.read/is-updated-after-its-creation': implied(
    'consistency',
    record,
    2,
    'The record was not updated before it was created.',
  ),
  'individual-kyc.read/is-born-in-the-past': shown(
    'consistency',
    record,
    2,
    'The birth date lies in the past, and not more than 130 years ago.',
  ),
  'individual-kyc.read/is-of-the-subaccount-s-person': shown(
    'consistency',
    record,
    [1, 2],
    'First and last name are those of the subaccount, where both records have them.',
  ),
  'individual-kyc.read/proves-its-address': shown(
    'verification',
    record,
    2,
    'A record that is past its incomplete state has a proof of address among its documents.',
  ),
  'individual-kyc.read/refuses-an-absent-customer': stated(
    'error',
    'Errors',
    2,
    'A customer that does not exist is answered 404 with a full error body, whose message says so.',
  ),
  'individual-kyc.read/has-no-record-for-a-business': implied(
    'error',
    endpoint,
    2,
    'The subaccount of a business has no individual record here.',
  ),
  'individual-kyc.read/never-serves-a-malformed-id': implied(
    'error',
    endpoint,
    2,
    'An id that is no UUID is refused, and breaks nothing.',
  ),
  'individual-kyc.read/answer-to-a-malformed-id': silent(
    'open',
    'Errors',
    2,
    'Which status an id that is no UUID gets is open.',
  ),
  'individual-kyc.read/status-in-use': silent(
    'open',
    'States and transitions',
    2,
    'Which verification states exist for individuals is open.',
  ),
} as const;
