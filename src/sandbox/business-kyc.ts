import { frozen, type KycRecord, sameId, subaccounts } from './identity.ts';

const file = (name: string): string => `https://files.example.com/kyc/business/${name}`;

function address(street: string, second?: string): Record<string, string> {
  return {
    street_line_1: street,
    ...(second === undefined ? {} : { street_line_2: second }),
    city: 'Nowhere',
    subdivision: 'DE',
    postal_code: '00002',
    country: 'USA',
  };
}

const owners = [
  {
    first_name: 'Orla',
    middle_name: 'Made',
    last_name: 'Up',
    birth_date: '1980-06-01T00:00:00.000Z',
    email: 'orla.madeup@example.com',
    nationality: 'US',
    birth_country: 'IE',
    address: address('2 Imaginary Avenue', 'Suite 5'),
    identification: [
      {
        type: 'ssn',
        number: '000000001',
        issuing_country: 'USA',
        image_front: file('orla-front.jpg'),
        image_back: file('orla-back.jpg'),
      },
    ],
    documents: [{ file: file('orla-address.pdf'), purpose: 'PROOF_OF_ADDRESS', description: 'Utility bill' }],
    has_ownership: true,
    ownership_percentage: '60',
    has_control: true,
    is_signer: true,
    title: 'Chief Executive',
  },
  {
    first_name: 'Tomas',
    middle_name: 'Pretend',
    last_name: 'Owner',
    birth_date: '1975-11-23T00:00:00.000Z',
    email: 'tomas.owner@example.com',
    nationality: 'BR',
    birth_country: 'BR',
    address: address('3 Imaginary Avenue'),
    identification: [
      {
        type: 'ssn',
        number: 'Y00000002',
        issuing_country: 'BRA',
        image_front: file('tomas-front.png'),
        image_back: null,
      },
    ],
    documents: [],
    has_ownership: true,
    ownership_percentage: '40',
    has_control: false,
    is_signer: false,
    title: 'Shareholder',
  },
];

const record = {
  status: 'approved',
  created_at: '2025-01-16T10:01:00.000Z',
  updated_at: '2025-01-20T16:40:00.500Z',
  vendorStatus: 'completed',
  vendorApplicantId: 'applicant-fictional-1',
  vendorVerifiedAt: '2025-01-20T16:39:00.000Z',
  vendor_share_kyc_token: '<SHARE_TOKEN>',
  type: 'business',
  legal_name: 'Fictional Freight Incorporated',
  registration_number: '0000001',
  trade_name: 'Fictional Freight',
  description: 'Moves imaginary goods',
  website: 'https://fictional-freight.example.com',
  tax_number: '00-0000001',
  incorporation_date: '2012-05-14',
  source_of_funds: 'sales_of_goods_and_services',
  source_of_funds_description: 'Freight that nobody ordered',
  business_type: 'corporation',
  acting_as_intermediary: false,
  is_dao: false,
  is_money_transmitter: false,
  has_material_intermediary_ownership: false,
  registered_address: address('4 Imaginary Avenue', 'Floor 9'),
  physical_address: address('5 Imaginary Avenue'),
  identification: [
    {
      type: 'ein',
      number: '00-0000001',
      issuing_country: 'USA',
      image_front: file('ein-front.pdf'),
      image_back: null,
    },
    {
      type: 'ein',
      number: '00-0000002',
      issuing_country: 'USA',
      image_front: file('branch-front.pdf'),
      image_back: file('branch-back.pdf'),
    },
  ],
  business_industry: ['484110', '488510'],
  account_purpose: 'treasury_management',
  expected_monthly_volume_usd: '250000',
  ultimate_beneficial_owners: owners,
  formation_document: file('formation.pdf'),
  ownership_document: file('ownership.pdf'),
  flow_of_funds_document: file('flow.pdf'),
  proof_of_address_document: file('address.pdf'),
  documents: [
    { purpose: 'business_formation', file: file('formation.pdf'), description: 'Certificate of formation' },
    { purpose: 'shareholder_registry', file: file('ownership.pdf'), description: 'Registry of shareholders' },
    { purpose: 'PROOF_OF_ADDRESS', file: file('address.pdf'), description: 'Lease' },
  ],
};

const untouched = {
  ...record,
  created_at: '2025-02-01T09:01:00.000Z',
  updated_at: '2025-02-01T09:01:00.000Z',
  status: 'not_started',
  vendorStatus: null,
  vendorApplicantId: 'applicant-fictional-2',
  vendorVerifiedAt: null,
  legal_name: 'Unstarted Ventures Limited',
  registration_number: '0000002',
  tax_number: '00-0000003',
};

export const seededBusinessKyc: readonly KycRecord[] = frozen([
  { owner: subaccounts.business, record },
  { owner: subaccounts.unverifiedBusiness, record: untouched },
]);

export const businessKyc = {
  find: (all: readonly KycRecord[], subaccountId: string): KycRecord | undefined =>
    all.find(({ owner }) => sameId(owner, subaccountId)),
};
