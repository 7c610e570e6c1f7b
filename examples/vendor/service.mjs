// A small ramp service on node:http alone: what a vendor might have. It serves every endpoint of the document
// on a loopback port, prints the settings that aim a run at it, and has two defects, which VENDOR_DEFECTS=off mends.
import { createServer } from 'node:http';
import { initiateLightning, initiateOfframp, initiateOnramp, simulateDeposit } from './orders.mjs';
import { businessKyc, individualKyc, subaccountRecord } from './people.mjs';
import { accountOf, errorBody, Refusal } from './request.mjs';
import {
  accounts,
  conversions,
  depositAccount,
  instant,
  isMended,
  offramps,
  opened,
  people,
  seed,
  text,
  unit,
  uuid,
  wallet,
  withdrawals,
} from './store.mjs';

const keys = {
  full: 'vendor-full-key-1f4a9c27',
  restricted: 'vendor-restricted-key-77b0',
  other: 'vendor-other-account-9d3e',
};

const kycOf = (type, record, message) => (call) => {
  const account = accounts.get(call.ids[0]);
  if (account?.type !== type) throw new Refusal(404, message, { error: 'Error' });
  return record(account);
};

/** `size` is `count`, of the page, or `total`, of the whole listing. */
const listed = (records, size) => (call) => {
  const { id } = accountOf(call);
  const own = records.filter(({ account }) => account === id).map(({ record }) => record);
  const whole = (name, usual, greatest) => {
    const asked = call.query.get(name) ?? String(usual);
    if (!/^[1-9]\d{0,8}$/.test(asked) || Number(asked) > greatest)
      throw new Refusal(400, `${name} must be a whole number from 1 to ${greatest}`);
    return Number(asked);
  };
  const [page, limit] = [whole('page', 1, 999_999_999), whole('limit', 7, 20)];
  const data = own.slice((page - 1) * limit, page * limit);
  if (page > 1 && data.length === 0) throw new Refusal(404, 'There is no such page');
  const items = size === 'count' ? data.length : own.length;
  return { data, [size]: items, page, limit, totalPages: Math.ceil(own.length / limit) };
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
  ['GET', '/v1/ramp/*/banking/withdrawals/*', readOf(withdrawals, 'Withdrawal not found', { members: short }), short],
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
  // The other account is closed: its key is known, and may do nothing.
  if (key === keys.restricted || key === keys.other)
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
    const body = await answer(request, url);
    send(request.method === 'POST' ? 201 : 200, body);
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : new Refusal(500, 'Something went wrong');
    send(refusal.status, errorBody(refusal, url.pathname));
  }
};

seed();
const server = createServer(serve).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const host = `127.0.0.1:${server.address().port}`;
  process.stdout.write('# Two defects; VENDOR_DEFECTS=off starts it without them. PORT names the port.\n');
  const settings = {
    RAMP_BASE_URL: `http://${host}`,
    RAMP_API_KEY: keys.full,
    RAMP_RESTRICTED_API_KEY: keys.restricted,
    RAMP_OTHER_API_KEY: keys.other,
    RAMP_QUIET_ACCOUNT: 'true',
    RAMP_INDIVIDUAL_SUBACCOUNT_ID: people.individual.id,
    RAMP_BUSINESS_SUBACCOUNT_ID: people.business.id,
    RAMP_UNVERIFIED_SUBACCOUNT_ID: `${people.unverified.id},${people.unverifiedBusiness.id}`,
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
