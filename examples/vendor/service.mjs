// A small ramp service on node:http alone: what a vendor might have. It serves the fourteen endpoints of the document
// on a loopback port, prints the settings that aim a run at it, and has two defects, which VENDOR_DEFECTS=off mends.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  accounts,
  businessKyc,
  conversions,
  day,
  depositAccount,
  individualKyc,
  instant,
  number,
  offramps,
  opened,
  people,
  percent,
  recipients,
  seed,
  storeOfframp,
  subaccountRecord,
  text,
  unit,
  uuid,
  wallet,
  withdrawals,
} from './records.mjs';

const isMended = process.env.VENDOR_DEFECTS === 'off';

const keys = { full: 'vendor-full-key-1f4a9c27', restricted: 'vendor-restricted-key-77b0' };
class Refusal extends Error {
  constructor(status, message, { error, members = 'all' } = {}) {
    super(message);
    Object.assign(this, { status, error, members });
  }
}

const words = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
};

/** Three forms of error bodies occur: all members, `error` and `message`, and those without `error`. */
const errorBody = ({ status, message, error, members }, path) => {
  const named = error ?? words[status] ?? 'Error';
  if (members === 'short') return { error: named, message };
  const dated = { statusCode: status, timestamp: instant(Date.now()), message };
  return members === 'no error' ? dated : { ...dated, path, error: named };
};

const kycOf = (type, record, message) => (call) => {
  const account = accounts.get(call.ids[0]);
  if (account?.type !== type) throw new Refusal(404, message, { error: 'Error' });
  return record(account);
};

// What an order has to be.

const valueAt = (body, path) =>
  path
    .split('.')
    .reduce((value, name) => (Object.hasOwn(Object(value), name) ? value[name] : undefined), body);

const stringAt = (body, path) => {
  const value = valueAt(body, path);
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal(400, `${path} must be a text`);
  return value;
};
const amountAt = (body, path) => {
  const value = valueAt(body, path);
  if (typeof value !== 'number' || !(value > 0 && value <= 1_000_000))
    throw new Refusal(400, `${path} must be an amount`);
  return BigInt(Math.round(value * 1e8));
};
const oneOf = (value, allowed, path) => {
  if (!allowed.includes(value)) throw new Refusal(400, `${path} must be one of ${allowed.join(', ')}`);
  return value;
};

const accountOf = ({ ids }, members) => {
  const account = accounts.get(ids[0]);
  if (account === undefined) throw new Refusal(404, 'Subaccount not found', { members });
  return account;
};
const requireKyc = ({ isVerified }) => {
  if (!isVerified) throw new Refusal(422, 'The subaccount has no approved KYC');
};
const noBank = () => new Refusal(404, 'Bank account not found', { members: 'no error' });
const recipientOf = (account, id) => {
  const recipient = account.hasBank ? recipients.get(id.toLowerCase()) : undefined;
  if (recipient === undefined) throw noBank();
  return recipient;
};

const depositCurrencies = [
  'NGN',
  'BRL',
  'USD',
  'EUR',
  'GHS',
  'ZMW',
  'TZS',
  'USDC',
  'USDT',
  'MXN',
  'COP',
  'ARS',
];
const simulateDeposit = (call) => {
  const account = accountOf(call, 'short');
  oneOf(stringAt(call.body, 'currency'), depositCurrencies, 'currency');
  amountAt(call.body, 'amount');
  if (stringAt(call.body, 'accountNumber') !== depositAccount)
    throw new Refusal(422, 'This account takes no deposits');
  requireKyc(account);
};

const initiateOnramp = (call) => {
  const { body } = call;
  const account = accountOf(call);
  const asset = oneOf(stringAt(body, 'to.asset'), ['USDT', 'USDC', 'BTC_LIGHTNING'], 'to.asset');
  const amount = amountAt(body, 'from.amount');
  const currency = stringAt(body, 'from.currency');
  const [address, reference] = [
    stringAt(body, 'to.destination_address'),
    stringAt(body, 'client_onramp_reference'),
  ];
  stringAt(body, 'to.chain');
  requireKyc(account);
  if (!account.hasBank) throw noBank();
  const gross = percent(amount, 8);
  const [fee, network] = [percent(gross, 2), percent(gross, 1)];
  const code = asset.toLowerCase();
  return {
    id: randomUUID(),
    status: 'pending',
    type: 'onramp',
    created_at: instant(Date.now()),
    account_id: account.id,
    client_onramp_reference: reference,
    from: {
      amount: text(amount),
      currency,
      payment_instructions: {
        method: 'pix',
        qr_code: `PIX-${randomUUID()}`,
        expires_at: instant(Date.now() + day),
      },
    },
    to: { asset, gross_amount: text(gross), net_amount: text(gross - fee - network), address },
    pricing: {
      fx_rate: '0.08',
      fees: {
        onramp_fee: text(fee),
        onramp_fee_currency: code,
        network_fee: text(network),
        network_fee_asset: code,
        total_fees: text(fee + network),
        total_fees_currency: code,
      },
    },
  };
};

const checkRail = ({ currency, isNamed, isComplete }, asked, rail) => {
  if (isNamed && !isComplete) throw new Refusal(422, 'The business recipient is not identified');
  if (asked !== currency) throw new Refusal(422, `The recipient is paid in ${currency}`);
  const rails = isNamed ? ['WIRE', 'SWIFT'] : ['ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'];
  const isUsed = rail !== undefined && (currency === 'USD' || isNamed);
  if (isUsed && !rails.includes(rail)) throw new Refusal(422, `The rail must be one of ${rails.join(', ')}`);
};

const initiateOfframp = (call) => {
  const { body } = call;
  const account = accountOf(call);
  const amount = amountAt(body, 'from.amount');
  const from = {
    asset: stringAt(body, 'from.asset'),
    network: stringAt(body, 'from.chain'),
    address: stringAt(body, 'from.sender_address'),
  };
  const [recipient, currency] = [stringAt(body, 'to.recipient_id'), stringAt(body, 'to.currency')];
  const reference = stringAt(body, 'client_offramp_reference');
  requireKyc(account);
  checkRail(recipientOf(account, recipient), currency, valueAt(body, 'to.payment_rail'));
  const order = { id: randomUUID(), account: account.id, status: 'pending', at: Date.now(), amount, from };
  const {
    settlement: _later,
    pricing,
    ...record
  } = storeOfframp({ ...order, recipient: recipient.toLowerCase(), reference });
  const { offramp_fee: fee, offramp_fee_currency: feeCurrency } = pricing.fees;
  const network = { network_fee: text(0n), network_fee_asset: from.asset };
  const fees = { ...pricing.fees, ...network, total_fees: fee, total_fees_currency: feeCurrency };
  return { ...record, pricing: { ...pricing, fees } };
};

const initiateLightning = (call) => {
  const account = accountOf(call);
  const id = stringAt(call.body, 'recipient_id');
  const amount = amountAt(call.body, 'amount');
  if (isMended) requireKyc(account);
  const { currency } = recipientOf(account, id);
  const [fee, network] = [percent(amount, 2), percent(amount, 1)];
  return {
    success: true,
    message: 'An invoice was generated; paying it delivers the funds to the bank account',
    data: {
      id: randomUUID(),
      lightningInvoice: `lnbc40u1p${randomUUID().replaceAll('-', '')}`,
      lightningInvoiceId: randomUUID(),
      targetAmount: number(amount),
      targetCurrency: currency,
      lightningAmount: number(amount / 1000n),
      lightningCurrency: 'BTC',
      exchangeRate: 1000,
      lightningFee: number(network),
      withdrawalFee: number(fee),
      targetAmountReceivable: number(amount - fee - network),
      totalFees: number(fee + network),
      bankAccount: { id: id.toLowerCase(), bankName: null, accountId: 'GH-000001', currency },
      expiresAt: instant(Date.now() + day),
      status: 'pending',
      createdAt: instant(Date.now()),
    },
  };
};

// Reads and listings.

const listed = (records, size) => (call) => {
  const { id } = accountOf(call);
  const own = records.filter(({ account }) => account === id).map(({ record }) => record);
  const whole = (name, usual) => {
    const asked = call.query.get(name) ?? String(usual);
    if (!/^[1-9]\d{0,5}$/.test(asked)) throw new Refusal(400, `${name} must be a whole number from 1 on`);
    return Number(asked);
  };
  const [page, limit] = [whole('page', 1), Math.min(whole('limit', 10), 50)];
  const data = own.slice((page - 1) * limit, page * limit);
  return { data, [size]: own.length, page, limit, totalPages: Math.ceil(own.length / limit) };
};

const readOf =
  (records, message, { members, isOpen = false } = {}) =>
  (call) => {
    const [owner, id] = call.ids;
    const found = records.find(({ account, record }) => record.id === id && (isOpen || account === owner));
    if (found === undefined) throw new Refusal(404, message, { members });
    return found.record;
  };

const readBalances = () => ({
  id: uuid('f', 1),
  email: 'treasury@vendor.example',
  balances: { usd: 250000.5, brl: 91000, ngn: 0 },
  businessName: 'Vendor Example Limited',
  status: 'created',
  createdAt: instant(opened),
});

const taxonomies = { BRL: 'pix', MXN: 'spei', NGN: 'banktransfer' };
const listTaxonomy = ({ ids: [asked] }) => {
  const currency = asked.toUpperCase();
  const method = Object.hasOwn(taxonomies, currency) ? taxonomies[currency] : undefined;
  if (method === undefined) throw new Refusal(404, 'There are no payment methods for this currency');
  return [
    {
      method,
      name: method,
      integration: 'direct',
      sub_method: null,
      method_name: method,
      network_name: method,
      channel_name: 'api',
      network_description: `Pays by ${method}`,
      required_fields: ['account_number'],
      optional_fields: [],
      currency_configurations: [
        {
          currency,
          asset: 'USDC',
          fee: { amount: '0.50', type: 'fixed' },
          limits: {
            system_min: text(unit),
            system_max: text(5000n * unit),
            tx_limit: text(1000n * unit),
            status: 'upgradeable',
          },
          status: { type: 'active', description: 'In service' },
          legal_operating_entity: { legal_operation_entity: 'Vendor Example Limited', country_code: 'GH' },
        },
      ],
      consumer_contacts_enabled: false,
      method_description: `Payment by ${method}`,
      icon_config: { path: '/icons', name: method },
      tags: [{ title: 'Fast', type: 'SUCCESS' }],
      network: method,
      protocol: 'https',
      security: { modes: [{ type: 'otp', name: 'One-time code', from_amount: 0, to_amount: 1000 }] },
      contract: 'standard',
      taxes: [],
      payment_rails: null,
    },
  ];
};

// The server.

const short = 'short';
const routes = [
  ['GET', '/v1/ramp/subaccount/*', (call) => subaccountRecord(accountOf(call, short)), short],
  ['GET', '/v1/kyc/customers/*', kycOf('individual', individualKyc, 'Customer not found')],
  ['GET', '/v1/kyc/businesses/*', kycOf('business', businessKyc, 'Business not found')],
  ['GET', '/v1/ramp/banking/balances', readBalances],
  ['POST', '/v1/ramp/*/banking/deposits/simulate', simulateDeposit, short],
  ['POST', '/v2/ramp/*/banking/onramp/initiate', initiateOnramp],
  ['POST', '/v2/ramp/*/banking/offramp/initiate', initiateOfframp],
  ['GET', '/v2/ramp/*/banking/offramp', listed(offramps, 'count')],
  ['GET', '/v2/ramp/*/banking/offramp/*', readOf(offramps, 'Offramp not found', { isOpen: !isMended })],
  ['POST', '/v1/ramp/*/banking/offramp/initiate', initiateLightning],
  [
    'GET',
    '/v1/ramp/*/banking/withdrawals/*',
    readOf(withdrawals, 'Withdrawal not found', { members: short }),
    short,
  ],
  ['GET', '/v1/ramp/*/banking/conversions', listed(conversions, 'total')],
  ['GET', '/v1/ramp/*/banking/conversions/*', readOf(conversions, 'Conversion not found')],
  ['GET', '/v1/ramp/banking/taxonomy/*', listTaxonomy],
].map(([method, path, handle, members]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('*', '([^/]+)')}/?$`),
  handle,
  members,
}));

const authenticate = (key, members) => {
  if (key === keys.restricted)
    throw new Refusal(403, 'You do not have permission to access this resource', { members });
  if (key !== keys.full) throw new Refusal(401, 'Invalid or missing API key', { members });
};

const largestBody = 64 * 1024;
const bodyOf = async (request) => {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= largestBody) parts.push(part);
  }
  if (size > largestBody) throw new Refusal(413, 'The body is too large');
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
};

const answer = async (request, url) => {
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(url.pathname));
  authenticate(request.headers['x-api-key'], route?.members);
  if (route === undefined) throw new Refusal(404, 'There is no such operation');
  const ids = route.pattern
    .exec(url.pathname)
    .slice(1)
    .map((id) => id.toLowerCase());
  const body = route.method === 'POST' ? await bodyOf(request) : undefined;
  return route.handle({ ids, query: url.searchParams, body });
};

const serve = async (request, response) => {
  const base = 'http://vendor.invalid';
  const url = new URL(URL.canParse(base + request.url) ? base + request.url : base);
  const send = (status, body) => {
    request.resume();
    if (body === undefined) response.writeHead(204).end();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    send(200, await answer(request, url));
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : new Refusal(500, 'Something went wrong');
    send(refusal.status, errorBody(refusal, url.pathname));
  }
};

seed();
const server = createServer(serve).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const host = `127.0.0.1:${server.address().port}`;
  const settings = {
    RAMP_BASE_URL: `http://${host}`,
    RAMP_API_KEY: keys.full,
    RAMP_RESTRICTED_API_KEY: keys.restricted,
    RAMP_QUIET_ACCOUNT: 'true',
    RAMP_INDIVIDUAL_SUBACCOUNT_ID: people.individual.id,
    RAMP_BUSINESS_SUBACCOUNT_ID: people.business.id,
    RAMP_UNVERIFIED_SUBACCOUNT_ID: people.unverified.id,
    RAMP_UNBANKED_SUBACCOUNT_ID: people.unbanked.id,
    RAMP_USD_RECIPIENT_ID: uuid('b', 1),
    RAMP_LOCAL_RECIPIENT_ID: uuid('b', 2),
    RAMP_LOCAL_RECIPIENT_CURRENCY: 'BRL',
    RAMP_NAMED_RECIPIENT_ID: uuid('b', 3),
    RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: uuid('b', 4),
    RAMP_WITHDRAWAL_ID: uuid('c', 2),
    RAMP_DEPOSIT_ACCOUNT_NUMBER: depositAccount,
    RAMP_ONRAMP_CURRENCY: 'BRL',
    RAMP_ONRAMP_CHAIN: 'POLY',
    RAMP_ONRAMP_ADDRESS: wallet,
    RAMP_OFFRAMP_CHAIN: 'POLY',
    RAMP_OFFRAMP_ASSET: 'USDC',
    RAMP_OFFRAMP_SENDER_ADDRESS: wallet,
    RAMP_AMOUNT: '40',
    RAMP_TAXONOMY_CURRENCIES: Object.keys(taxonomies).join(','),
  };
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
});
