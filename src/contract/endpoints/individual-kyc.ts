import { individualKyc } from '#schemas';
import { sectionsOf } from '../claim.ts';
import { headingOf, type Operation } from '../operation.ts';

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
    subaccounts: ['individual'],
    further: ['unverified', 'unbanked'],
    bare: ['status', 'type'],
    parts: [
      { noun: 'documents', at: '$.documents[]', members: 'implied', also: ['sets'] },
      {
        noun: 'identifications',
        at: '$.identifying_information[]',
        members: 'implied',
        also: ['sets', 'formats'],
      },
    ],
    personal: true,
    texts: ['first_name', 'last_name'],
  },
] as const satisfies readonly Operation[];

const [read] = operations;
const section = sectionsOf('individual-kyc.read');
const record = 'Resources: Individual KYC record';

const format = section('format', record);
const consistency = section('consistency', record);
const verification = section('verification', record);
const members = section('record', record);

export const requirements = [
  members.shown('fills-its-address', 'All six parts of an address are there.'),
  members.shown(
    'lists-its-rejection-reasons',
    'Where nothing was rejected, the list of reasons is empty rather than null.',
  ),
  format.shown('writes-its-purpose-in-snake-case', 'The account purpose is in snake case.'),
  format.shown(
    'writes-its-payments-as-a-range',
    'The expected monthly payments are a range such as FROM_1000_TO_5000.',
  ),
  format.stated('writes-the-phone-in-e164', 'The phone number is in E.164 form.'),
  consistency.shown('is-born-in-the-past', 'The birth date lies in the past, and not more than 130 years ago.'),
  consistency.shown(
    'is-of-the-subaccount-s-person',
    'First and last name are those of the subaccount, where both records have them.',
    ['subaccount.read', 'individual-kyc.read'],
  ),
  consistency.implied('is-updated-after-its-creation', 'The record was not updated before it was created.'),
  verification.shown('has-documents-once-approved', 'An approved record shows documents, and so a proof of address.'),
  verification.implied(
    'proves-its-address',
    'Where an approved record shows documents, a proof of address is among them.',
  ),
  section('error', 'Errors').stated(
    'refuses-an-absent-customer',
    'A customer that does not exist is answered 404 with a full error body, whose message says so.',
    { asks: 'refusal', heeds: ['ids'], sign: true },
  ),
  section('error', headingOf(read)).shown('has-no-record-for-a-business', 'A business has no individual KYC record.', {
    heeds: ['ids'],
  }),
  section('open', 'States and transitions').silent(
    'status-in-use',
    'Which verification states exist for individuals is open.',
  ),
];
