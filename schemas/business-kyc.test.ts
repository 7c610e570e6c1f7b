import { expect, test } from 'vitest';
import { businessKyc } from './business-kyc.ts';
import { inspect } from './inspect.ts';
import { shapeOf } from './shape.test.support.ts';

const address = {
  street_line_1: '1 Main St',
  street_line_2: 'Suite 2',
  city: 'Austin',
  subdivision: 'TX',
  postal_code: '73301',
  country: 'USA',
};

const file = 'https://files.example.com/a.pdf';
const identification = (type: string) => [
  { type, number: '12-3456789', issuing_country: 'USA', image_front: file, image_back: null },
];
const documents = (purpose: string) => [{ purpose, file, description: 'A document' }];

const owner = {
  first_name: 'Ada',
  middle_name: 'B',
  last_name: 'Lovelace',
  birth_date: '1990-12-10T00:00:00.000Z',
  email: 'ada@example.com',
  nationality: 'US',
  birth_country: 'GB',
  address,
  identification: identification('ssn'),
  documents: documents('PROOF_OF_ADDRESS'),
  has_ownership: true,
  ownership_percentage: '50',
  has_control: true,
  is_signer: false,
  title: 'CEO',
};

const valid = {
  status: 'approved',
  created_at: '2024-05-01T10:20:30.456Z',
  updated_at: '2024-05-01T10:20:30.456Z',
  vendorStatus: null,
  vendorApplicantId: 'applicant-1',
  vendorVerifiedAt: null,
  vendor_share_kyc_token: '<SHARE_TOKEN>',
  type: 'business',
  legal_name: 'Acme Inc.',
  registration_number: '1',
  trade_name: 'Acme',
  description: 'Goods',
  website: 'acme.example.com',
  tax_number: '2',
  incorporation_date: '2020-02-29',
  source_of_funds: 'owners_capital',
  source_of_funds_description: 'Capital',
  business_type: 'llc',
  acting_as_intermediary: false,
  is_dao: false,
  is_money_transmitter: false,
  has_material_intermediary_ownership: false,
  registered_address: address,
  physical_address: address,
  identification: identification('ein'),
  business_industry: ['5411'],
  account_purpose: 'payroll',
  expected_monthly_volume_usd: '10000',
  ultimate_beneficial_owners: [owner],
  formation_document: file,
  ownership_document: file,
  flow_of_funds_document: file,
  proof_of_address_document: file,
  documents: documents('business_formation'),
};

const first = ['ultimate_beneficial_owners', 0] as const;

shapeOf('businessKyc', businessKyc, valid, [
  [['type'], 'individual', 'set'],
  [['incorporation_date'], '2021-02-29', 'date'],
  [['source_of_funds'], 'salary', 'set'],
  [['business_type'], 'LLC', 'set'],
  [['account_purpose'], 'fun', 'set'],
  [['registered_address', 'country'], 'US', 'country'],
  [['identification', 0, 'image_back'], undefined, 'omitted-nullable'],
  [['identification', 0, 'issuing_country'], 'usa', 'country-case'],
  [['formation_document'], 'https://files.example.com/a.docx', 'document-format'],
  [['vendorStatus'], undefined, 'omitted-nullable'],
  [[...first, 'middle_name'], null, 'null'],
  [[...first, 'birth_date'], '1990-12-10', 'timestamp'],
  [[...first, 'email'], 'ada', 'email'],
  [[...first, 'nationality'], 'USA', 'country'],
  [[...first, 'birth_country'], 'gb', 'country-case'],
  [[...first, 'address', 'country'], 'US', 'country'],
  [[...first, 'documents', 0, 'file'], 'a.pdf', 'uri'],
]);

const kindsOf = (record: unknown) => inspect(businessKyc, record).map(({ kind }) => kind);

test.each(['not_started', 'in_review', 'NOT_APPROVED', 'documents_completed'])(
  'a text or document may be null while the status is %s',
  (status) => {
    const [held] = valid.identification;
    const early = { ...valid, status, legal_name: null, identification: [{ ...held, number: null }] };
    expect(kindsOf({ ...early, formation_document: null })).toEqual(Array(3).fill('null-before-approval'));
    expect(kindsOf({ ...valid, status, legal_name: undefined })).toEqual(['missing']);
    expect(kindsOf({ ...valid, status, is_dao: null, documents: null })).toEqual(['null', 'null']);
    expect(kindsOf({ ...valid, status, updated_at: null, type: null })).toEqual(['null', 'null']);
    expect(kindsOf({ ...valid, status: null })).toEqual(['null']);
  },
);

test.each(['approved', 'VERIFIED', 'kyb_approved', 'completed'])('and not once it is %s', (status) => {
  expect(kindsOf({ ...valid, status, legal_name: null })).toEqual(['null']);
});
