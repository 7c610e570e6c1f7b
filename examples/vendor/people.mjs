// Subaccounts and their verification, as the sample vendor shows them.
import { day, instant, opened } from './store.mjs';

const closed = { canOnramp: false, canOfframp: false, canDeposit: false, canWithdraw: false };
const action = { type: 'kyc', description: 'Show a passport', url: 'https://verify.vendor.example/start' };
const locked = {
  status: 'locked',
  ...closed,
  requiredKyc: 'Further verification is required',
  rails: { wire: false, ach: false },
  requiredActions: [action],
};
const granted = {
  status: 'approved',
  canOnramp: true,
  canOfframp: true,
  canDeposit: true,
  canWithdraw: true,
  rails: { pix: true, banktransfer: true },
};
const inDollars = { ...granted, rails: { wire: true, ach: true } };

export const subaccountRecord = ({ id, type, isVerified }) => ({
  id,
  email: `account-${id.slice(-1)}@vendor.example`,
  status: isVerified ? 'approved' : 'created',
  createdAt: instant(opened),
  firstName: type === 'individual' ? 'Efua' : null,
  lastName: type === 'individual' ? 'Invented' : null,
  phone: null,
  type,
  kyc: { profiles: isVerified ? [{ country: 'GH', status: 'approved' }] : [] },
  capabilities: {
    currencies: { BRL: isVerified ? granted : locked, USD: isVerified ? inDollars : locked, MXN: locked },
    assets: { USDC: { networks: ['ETH', 'POLY'] }, BTC: { networks: ['LIGHTNING'] } },
  },
});

const file = (name) => `https://files.vendor.example/${name}`;
const street = {
  street_line_1: '1 Nowhere Road',
  street_line_2: 'Floor 2',
  city: 'Accra',
  postal_code: 'GA-100',
};
const dates = { created_at: instant(opened), updated_at: instant(opened + day) };

export const individualKyc = ({ id, isVerified }) => {
  if (!isVerified) return { status: 'incomplete', type: 'individual', rejection_reasons: [], ...dates };
  return {
    status: 'approved',
    rejection_reasons: [],
    ...dates,
    type: 'individual',
    first_name: 'Efua',
    last_name: 'Invented',
    middle_name: null,
    phone: `+23320000000${id.slice(-1)}`,
    address: { ...street, state: 'Greater Accra', country: 'GHA' },
    birth_date: `1991-07-1${id.slice(-1)}`,
    gender: 'female',
    nationality: 'GHA',
    birth_country: 'GHA',
    documents: [{ purpose: 'PROOF_OF_ADDRESS', file: file('address.pdf') }],
    account_purpose: 'personal_or_living_expenses',
    account_purpose_other: null,
    employment_status: 'employed',
    expected_monthly_payments_usd: 'FROM_0_TO_4999',
    acting_as_intermediary: false,
    most_recent_occupation: '251201',
    source_of_funds: 'salary',
    identifying_information: [
      {
        type: 'passport',
        issuing_country: 'GHA',
        number: 'G0000001',
        image_front: file('passport-front.png'),
        image_back: file('passport-back.png'),
      },
    ],
  };
};

const place = { ...street, subdivision: 'AA', country: 'GHA' };
const paper = (type) => ({
  type,
  number: 'P000000001',
  issuing_country: 'GHA',
  image_front: file('p.png'),
  image_back: null,
});

export const businessKyc = ({ id, isVerified }) => ({
  status: isVerified ? 'approved' : 'incomplete',
  ...dates,
  vendorStatus: isVerified ? 'done' : null,
  vendorApplicantId: 'applicant-1',
  vendorVerifiedAt: isVerified ? instant(opened + day) : null,
  vendor_share_kyc_token: '<SHARE_TOKEN>',
  type: 'business',
  legal_name: isVerified ? 'Invented Cocoa Limited' : 'Unproved Cocoa Limited',
  registration_number: `CS00000${id.slice(-1)}`,
  trade_name: 'Invented Cocoa',
  description: 'Sells cocoa that was never grown',
  website: 'https://cocoa.vendor.example',
  tax_number: `C000000000${id.slice(-1)}`,
  incorporation_date: '2015-09-01',
  source_of_funds: 'sales_of_goods_and_services',
  source_of_funds_description: 'Cocoa',
  business_type: 'llc',
  acting_as_intermediary: false,
  is_dao: false,
  is_money_transmitter: false,
  has_material_intermediary_ownership: false,
  registered_address: place,
  physical_address: place,
  identification: [paper('ein')],
  business_industry: ['424590'],
  account_purpose: 'payroll',
  expected_monthly_volume_usd: '50000',
  ultimate_beneficial_owners: [
    {
      first_name: 'Kofi',
      middle_name: 'Made',
      last_name: 'Up',
      birth_date: '1970-02-03T00:00:00.000Z',
      email: 'kofi@vendor.example',
      nationality: 'GH',
      birth_country: 'GH',
      address: place,
      identification: [paper('ssn')],
      documents: [{ file: file('kofi.pdf'), purpose: 'PROOF_OF_ADDRESS', description: 'A bill' }],
      has_ownership: true,
      ownership_percentage: '100',
      has_control: true,
      is_signer: true,
      title: 'Director',
    },
  ],
  formation_document: file('formation.pdf'),
  ownership_document: file('ownership.pdf'),
  flow_of_funds_document: file('flow.pdf'),
  proof_of_address_document: file('office.pdf'),
  documents: [{ purpose: 'business_formation', file: file('formation.pdf'), description: 'Certificate' }],
});
