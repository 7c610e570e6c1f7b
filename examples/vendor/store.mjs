// Accounts, recipients and records of the sample vendor. A restart forgets everything that was not here at the start.

export const isMended = process.env.VENDOR_DEFECTS === 'off';

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
  unverifiedBusiness: { id: uuid('a', 5), type: 'business', isVerified: false, hasBank: true },
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
  offramps.push({ account: order.account, record });
  return record;
};

const storeConversion = (account, n) => {
  const amount = BigInt(5 + n) * unit;
  const fee = unit / 10n;
  conversions.push({
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
