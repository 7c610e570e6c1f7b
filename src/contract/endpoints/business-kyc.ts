import { businessKyc } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

export const operations = [
  {
    id: 'business-kyc.read',
    number: 3,
    heading: 'Get business KYC',
    group: 'Verification',
    method: 'GET',
    path: '/v1/kyc/businesses/{subaccountId}',
    call: 'readBusinessKyc',
    purpose: 'read business KYC',
    success: businessKyc,
    values: ['timestamps', 'dates', 'sets', 'uris', 'countries', 'emails', 'documents'],
    movesMoney: false,
    varying: {
      always: ['$.status', '$.updated_at', '$.vendorStatus', '$.vendorVerifiedAt', '$.vendor_share_kyc_token'],
    },
    absence: {
      of: 'business',
      claim: 'refuses-an-absent-business',
      by: 'id',
      body: 'full-error',
      error: 'Error',
    },
    subaccounts: ['business'],
    further: ['unverified'],
    bare: ['status', 'type'],
    parts: [
      { noun: 'documents', at: '$.documents[]', members: 'stated', also: ['formats'] },
      { noun: 'identifications', at: '$.identification[]', members: 'stated', also: ['formats'] },
      { noun: 'owners', at: '$.ultimate_beneficial_owners[]', members: 'stated', also: ['formats'] },
      {
        noun: 'owner-documents',
        at: '$.ultimate_beneficial_owners[].documents[]',
        members: 'stated',
        also: ['formats'],
      },
      {
        noun: 'owner-identifications',
        at: '$.ultimate_beneficial_owners[].identification[]',
        members: 'stated',
        also: ['formats'],
      },
    ],
    personal: true,
    emptyTexts: ['description'],
    texts: ['legal_name', 'ultimate_beneficial_owners.first_name', 'ultimate_beneficial_owners.last_name'],
  },
] as const satisfies readonly Operation[];

const [read] = operations;
const section = sectionsOf('business-kyc.read');

const recordHeading = 'Resources: Business KYC record';

const record = section('record', recordHeading);
const consistency = section('consistency', recordHeading);

export const requirements = [
  record.shown(
    'is-filled-in-every-state',
    'No listed member is null but those that may be, in any state of the verification.',
  ),
  record.implied(
    'dates-its-verification',
    'The time of the verification at the vendor is a date-time, where it is there, and in UTC where it has a zone.',
  ),
  consistency.implied('is-incorporated-in-the-past', 'The incorporation date lies in the past.'),
  consistency.implied('is-owned-by-the-born', 'Each owner was born in the past.'),
  consistency.shown(
    'owns-at-most-the-whole',
    'Each ownership percentage is between 0 and 100, and together they are at most 100.',
  ),
  consistency.implied('is-updated-after-its-creation', 'The record was not updated before it was created.'),
  section('error', 'Errors').stated(
    'refuses-an-absent-business',
    'A business that does not exist is answered 404 with a full error body, whose message says so.',
    { asks: 'refusal', heeds: ['ids'], sign: true },
  ),
  section('error', headingOf(read)).implied(
    'has-no-record-for-an-individual',
    'An individual has no business KYC record.',
    { heeds: ['ids'] },
  ),
  section('open', 'States and transitions').silent(
    'status-in-use',
    'Which verification states exist for businesses is open.',
  ),
];
