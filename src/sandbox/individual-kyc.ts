import { frozen, type KycRecord, sameId, subaccounts } from './identity.ts';

const file = (name: string): string => `https://files.example.com/kyc/individual/${name}`;

const complete = {
  status: 'approved',
  rejection_reasons: [],
  created_at: '2025-01-15T09:31:00.000Z',
  updated_at: '2025-01-17T14:05:10.250Z',
  type: 'individual',
  first_name: 'Amara',
  middle_name: 'Quill',
  last_name: 'Fictional',
  phone: '+15555550101',
  address: {
    street_line_1: '1 Imaginary Avenue',
    street_line_2: 'Floor 2',
    city: 'Nowhere',
    state: 'NY',
    postal_code: '00001',
    country: 'USA',
  },
  birth_date: '1990-02-28',
  gender: 'female',
  nationality: 'USA',
  birth_country: 'USA',
  documents: [
    { purpose: 'PROOF_OF_ADDRESS', file: file('address.pdf') },
    { purpose: 'PROOF_OF_ACCOUNT_PURPOSE', file: file('purpose.png') },
    { purpose: 'PROOF_OF_SOURCE_OF_FUNDS', file: file('funds.jpeg') },
  ],
  account_purpose: 'personal_or_living_expenses',
  account_purpose_other: 'Paying an imaginary landlord',
  employment_status: 'employed',
  expected_monthly_payments_usd: 'FROM_1000_TO_5000',
  expected_monthly_volume_usd: 'FROM_1000_TO_5000',
  acting_as_intermediary: false,
  most_recent_occupation: '151252',
  source_of_funds: 'salary',
  source_of_funds_description: 'Salary of a fictional employer',
  identifying_information: [
    {
      type: 'passport',
      issuing_country: 'USA',
      number: 'X00000001',
      image_front: file('passport-front.jpg'),
      image_back: file('passport-back.jpg'),
    },
    {
      type: 'national_id',
      issuing_country: 'BRA',
      number: '00000000002',
      image_front: file('national-front.heic'),
      image_back: file('national-back.heif'),
    },
  ],
};

const begun = {
  status: 'incomplete',
  rejection_reasons: ['PROOF_OF_ADDRESS is missing'],
  created_at: '2025-02-01T08:01:00.000Z',
  updated_at: '2025-02-01T08:01:00.000Z',
  type: 'individual',
  first_name: 'Nils',
  middle_name: null,
  last_name: null,
  documents: [],
  account_purpose_other: null,
  acting_as_intermediary: false,
  identifying_information: [],
};

const {
  expected_monthly_volume_usd: _volume,
  source_of_funds_description: _description,
  ...withoutTheAbsent
} = complete;

const unbanked = {
  ...withoutTheAbsent,
  first_name: 'Uma',
  middle_name: null,
  last_name: 'Unbanked',
  phone: '+15555550104',
  account_purpose_other: null,
};

export const seededIndividualKyc: readonly KycRecord[] = frozen([
  { owner: subaccounts.individual, record: complete },
  { owner: subaccounts.unverified, record: begun },
  { owner: subaccounts.unbanked, record: unbanked },
]);

export const individualKyc = {
  find: (all: readonly KycRecord[], subaccountId: string): KycRecord | undefined =>
    all.find(({ owner }) => sameId(owner, subaccountId)),
};
