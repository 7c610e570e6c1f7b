// What the sample service stores: accounts, recipients, records. A restart forgets everything else.

export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
export const opened = Date.parse('2025-04-02T08:15:30.250Z');
export const day = 86_400_000;

export const uuid = (kind, n) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const instant = (at) => new Date(at).toISOString();

// Amounts are whole numbers of a hundred-millionth.
export const unit = 100_000_000n;
export const text = (units, places = 8) => {
  const digits = (units * 10n ** BigInt(places - 8)).toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
export const number = (units) => Number(units) / 1e8;
export const percent = (units, hundredths) => (units * BigInt(hundredths)) / 100n;

export const people = {
  individual: { id: uuid('a', 1), type: 'individual', isVerified: true, hasBank: true },
  business: { id: uuid('a', 2), type: 'business', isVerified: true, hasBank: true },
  unverified: { id: uuid('a', 3), type: 'individual', isVerified: false, hasBank: true },
  unbanked: { id: uuid('a', 4), type: 'individual', isVerified: true, hasBank: false },
};
export const accounts = new Map(Object.values(people).map((account) => [account.id, account]));

export const recipients = new Map([
  [uuid('b', 1), { currency: 'USD' }],
  [uuid('b', 2), { currency: 'BRL' }],
  [uuid('b', 3), { currency: 'USD', isNamed: true, isComplete: true }],
  [uuid('b', 4), { currency: 'USD', isNamed: true, isComplete: false }],
]);

export const depositAccount = '2200114455';
const rates = { USD: 100n, BRL: 540n };

export const withdrawals = [];
export const offramps = [];
export const conversions = [];

const storeWithdrawal = (account, n) => {
  const amount = BigInt(20 + n) * unit;
  const fee = unit / 2n;
  withdrawals.push({
    account,
    record: {
      id: uuid('c', n),
      amount: text(amount),
      currency: 'USDC',
      status: 'pending',
      created_at: instant(opened + n * day),
      protocol: 'ERC20',
      description: null,
      chain: 'POLY',
      local_currency: 'BRL',
      local_amount: text(percent(amount, rates.BRL), 8),
      destinationAddress: wallet,
      destination_address: `${wallet.slice(0, 6)}...${wallet.slice(-4)}`,
      tx_hash: null,
      destination_tag: null,
      fee_amount: text(fee),
      fee_currency: 'USDC',
      rate: 5.4,
      gross_amount: number(amount + fee),
    },
  });
  return uuid('c', n);
};

const offrampRecord = ({ id, account, status, at, amount, from, recipient, reference, withdrawal }) => {
  const { currency } = recipients.get(recipient);
  const gross = percent(amount, rates[currency]);
  const fee = percent(gross, 1);
  return {
    id,
    type: 'offramp',
    status,
    created_at: instant(at),
    account_id: account,
    client_offramp_reference: reference,
    from: { amount: text(amount), ...from },
    to: { currency, gross_amount: text(gross), net_amount: text(gross - fee), recipient_id: recipient },
    pricing: {
      fx_rate: text(percent(unit, rates[currency])),
      fees: { offramp_fee: text(fee), offramp_fee_currency: currency },
    },
    settlement: {
      withdrawal_id: withdrawal ?? null,
      estimated_at: status === 'pending' ? instant(at + day) : null,
      end_to_end_id: `E2E${at}`,
    },
  };
};

export const storeOfframp = (order) => {
  const record = offrampRecord(order);
  offramps.unshift({ account: order.account, record });
  return record;
};

const storeConversion = (account, n) => {
  const amount = BigInt(5 + n) * unit;
  const fee = unit / 10n;
  conversions.unshift({
    account,
    record: {
      id: uuid('d', n),
      fromCurrency: 'usd',
      toCurrency: 'brl',
      amount: text(amount, 12),
      feeAmount: text(fee, 12),
      netAmount: text(amount - fee, 12),
      estimatedReceived: text(percent(amount - fee, rates.BRL), 12),
      rate: text(percent(unit, rates.BRL), 12),
      createdAt: instant(opened + n * day),
    },
  });
};

export const seed = () => {
  const statuses = ['pending', 'paid', 'completed', 'failed'];
  for (let n = 1; n <= 16; n += 1) {
    const account = n > 11 ? people.business.id : people.individual.id;
    const status = statuses[n % 4];
    const isSettled = status === 'paid' || status === 'completed';
    const withdrawal = isSettled ? storeWithdrawal(account, n) : undefined;
    const from = { asset: 'USDC', network: 'POLY', address: wallet };
    const recipient = uuid('b', n % 2 === 0 ? 1 : 2);
    const amount = BigInt(30 + n) * unit;
    const order = { id: uuid('e', n), account, status, at: opened + n * day, amount, from, recipient };
    storeOfframp({ ...order, reference: `invoice ${n}`, withdrawal });
    storeConversion(account, n);
  }
};

// Records of subaccounts and their verification.

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
    currencies: { BRL: isVerified ? granted : locked, USD: locked },
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

export const individualKyc = ({ isVerified }) => {
  if (!isVerified) return { status: 'incomplete', type: 'individual', rejection_reasons: [], ...dates };
  return {
    status: 'approved',
    rejection_reasons: [],
    ...dates,
    type: 'individual',
    first_name: 'Efua',
    last_name: 'Invented',
    middle_name: null,
    phone: '+233200000001',
    address: { ...street, state: 'Greater Accra', country: 'GHA' },
    birth_date: '1991-07-14',
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

export const businessKyc = () => ({
  status: 'approved',
  ...dates,
  vendorStatus: 'done',
  vendorApplicantId: 'applicant-1',
  vendorVerifiedAt: instant(opened + day),
  vendor_share_kyc_token: '<SHARE_TOKEN>',
  type: 'business',
  legal_name: 'Invented Cocoa Limited',
  registration_number: 'CS000001',
  trade_name: 'Invented Cocoa',
  description: 'Sells cocoa that was never grown',
  website: 'https://cocoa.vendor.example',
  tax_number: 'C0000000001',
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
