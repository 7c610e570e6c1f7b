import { individualKyc } from '#schemas';
import { sectionsOf } from '../claim.ts';
import type { Operation } from '../operation.ts';

export const operations = [
  {
    id: 'individual-kyc.read',
    number: 2,
    heading: 'Get individual KYC',
    group: 'Verification',
    method: 'GET',
    path: '/v1/kyc/customers/{subaccountId}',
    call: 'readIndividualKyc',
    purpose: 'read individual KYC',
    success: individualKyc,
    values: ['timestamps', 'dates', 'sets', 'uris', 'countries', 'documents'],
    movesMoney: false,
    varying: { always: ['$.status', '$.rejection_reasons', '$.updated_at'] },
    absence: {
      of: 'customer',
      claim: 'refuses-an-absent-customer',
      by: 'id',
      body: 'full-error',
      error: 'Error',
    },
    further: ['unverified', 'unbanked'],
    bare: ['status', 'type'],
    personal: true,
    texts: ['first_name', 'last_name'],
  },
] as const satisfies readonly Operation[];

const section = sectionsOf('individual-kyc.read');
const record = 'Resources: Individual KYC record';

const format = section('format', record);
const consistency = section('consistency', record);
const verification = section('verification', record);

export const requirements = [
  format.stated('writes-the-phone-in-e164', 'The phone number is in E.164 form.'),
  consistency.shown(
    'is-born-in-the-past',
    'The birth date lies in the past, and not more than 130 years ago.',
  ),
  consistency.shown(
    'is-of-the-subaccount-s-person',
    'First and last name are those of the subaccount, where both records have them.',
    ['subaccount.read', 'individual-kyc.read'],
  ),
  verification.implied(
    'proves-its-address',
    'The documents that an approved record shows have a proof of address among them.',
  ),
];
