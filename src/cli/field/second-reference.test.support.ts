// biome-ignore-all format: one file with the whole service, so one group of facts or one short step has a line
/** A second ramp service, written from the document alone. It shares no code with anything else here and takes other
 * freedoms wherever the document leaves one, so a check that demands more than the document fails on it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { json } from 'node:stream/consumers';

/** The faults that `startSecondReference` can switch on, one at a time: id to what is wrong. */
export const secondReferenceFaults: Record<string, string> = {
  'named-over-ach': 'A named withdrawal over ACH is accepted.',
  'last-page-repeats': 'The last page of the offramps begins with an item of the page before it.',
  'lightning-without-kyc': 'A lightning offramp is started for a subaccount without approved KYC.',
  'withdrawal-two-places': 'The amount of a withdrawal has 2 decimal places.',
  'conversions-restricted-401': 'A key without permission gets 401 on the conversions, where 403 is due.',
  'key-in-query': 'The API key is accepted from the query string.',
  'onramp-reference-lost': 'An onramp carries a reference of its own, not the one of the caller.',
  'deposit-unlisted-currency': 'A deposit is simulated in any currency that looks like a code.',
  'business-404-says-customer': 'The 404 of an absent business KYC record speaks of a customer.',
  'offramp-of-another': 'An offramp is readable under a subaccount that does not own it.',
  'address-unmasked': 'The masked address of a withdrawal is the full address.',
  'conversion-seconds': 'The timestamps of conversions have no milliseconds.',
  'onramp-400-omits-asset': 'The refusal of an onramp asset does not name BTC_LIGHTNING.',
  'initiation-moves-balance': 'Initiating an onramp or an offramp takes its amount from the usd balance.',
  'conversions-total-of-page': 'The total of the conversions counts the items of the page.',
};

export type SecondReference = { baseUrl: string; settings: Record<string, string>; close(): Promise<void> };

type Json = Record<string, unknown>;
type Shape = 'full' | 'brief' | 'bare';
type Has = (fault: string) => boolean;
type Account = Record<'id' | 'type', string> & Record<'verified' | 'banked', boolean> & Record<Kind, Json[]>;
type Kind = 'offramp' | 'conversion' | 'withdrawal';
type World = { accounts: Map<string, Account>; usd: bigint; has: Has };
type CommandCall = { first: string; second: string; query: URLSearchParams; body: unknown };
type Handler = (world: World, call: CommandCall) => unknown;

const milli = (at: number) => new Date(at).toISOString();
const fine = (at: number) => `${milli(at).slice(0, -1)}417+00:00`;
const each = (names: string, value: unknown): Json => Object.fromEntries(names.split(' ').map((name) => [name, value]));
/** Throws an error whose cause is the reply: `[status, body]`. */
function refuse(status: number, message: string, shape: Shape = 'full', error = STATUS_CODES[status]): never {
  const dated = shape === 'brief' ? {} : { timestamp: fine(Date.now()), statusCode: status };
  const body = { traceId: randomUUID(), message, ...dated, ...(shape !== 'bare' && { error }) };
  throw new Error(message, { cause: [status, body] });
}

/** Marks text to be sent as a JSON number just as it is written; the mark is random, so no caller can send one. */
const mark = randomUUID();
const written = (digits: string) => `${mark}${digits}`;
const serialize = (body: unknown) => JSON.stringify(body).replaceAll(new RegExp(`"${mark}([\\d.]+)"`, 'g'), '$1');
/** Money is counted in units of 10^-8. */
const one = 100_000_000n;
const times = (units: bigint, hundredths: bigint) => (units * hundredths) / 100n;
const decimal = (units: bigint, places = 8) =>
  units.toString().padStart(places + 1, '0').replace(new RegExp(`(?=\\d{${places}}$)`), '.');

function member(body: unknown, ...names: string[]): unknown {
  const step = (value: unknown, name: string) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Json)[name] : undefined;
  return names.reduce(step, body);
}
function text(body: unknown, ...names: string[]): string {
  const value = member(body, ...names);
  return typeof value === 'string' && value.trim() ? value : refuse(400, `${names.join('.')} must be a filled string`);
}
function amountOf(body: unknown, ...names: string[]): bigint {
  const value = member(body, ...names);
  const fits = typeof value === 'number' && value > 0 && value < 1e7 && Number(value.toFixed(8)) === value;
  return fits ? BigInt(value.toFixed(8).replace('.', '')) : refuse(400, `${names.join('.')} must be an amount`);
}
const uuidOf = (value: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : refuse(400, 'This is not a UUID');

const seedId = (kind: string, n: number) => `c0ffee${kind}-${String(n).padStart(4, '0')}-7abc-9def-0a1b2c3d4e5f`;
const [birth, hour] = [Date.parse('2025-03-01T10:20:30.456Z'), 3_600_000];
const wallet = '0x8F3Cf7ad23Cd3CaDbD9735AFf958023239c6A063';
const settings = {
  RAMP_API_KEY: 'second-Full-5d1c0a7e', RAMP_RESTRICTED_API_KEY: 'second-Restricted-93b2', RAMP_AMOUNT: '25.5',
  RAMP_ENVIRONMENT: 'sandbox', RAMP_QUIET_ACCOUNT: 'true', RAMP_LOCAL_RECIPIENT_CURRENCY: 'MXN',
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: seedId('01', 1), RAMP_BUSINESS_SUBACCOUNT_ID: seedId('01', 2),
  RAMP_UNVERIFIED_SUBACCOUNT_ID: seedId('01', 3), RAMP_UNBANKED_SUBACCOUNT_ID: seedId('01', 4),
  RAMP_USD_RECIPIENT_ID: seedId('02', 1), RAMP_LOCAL_RECIPIENT_ID: seedId('02', 2),
  RAMP_NAMED_RECIPIENT_ID: seedId('02', 3), RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: seedId('02', 4),
  RAMP_LIGHTNING_RECIPIENT_ID: seedId('02', 5), RAMP_WITHDRAWAL_ID: seedId('d1', 1),
  RAMP_OFFRAMP_ID: seedId('c1', 1), RAMP_CONVERSION_ID: seedId('e1', 1), RAMP_ONRAMP_ADDRESS: wallet,
  RAMP_DEPOSIT_ACCOUNT_NUMBER: '646180157000000004', RAMP_ONRAMP_CURRENCY: 'MXN', RAMP_ONRAMP_CHAIN: 'POLY',
  RAMP_OFFRAMP_CHAIN: 'POLYGON_AMOY', RAMP_OFFRAMP_ASSET: 'USDC', RAMP_OFFRAMP_SENDER_ADDRESS: wallet,
  RAMP_TAXONOMY_CURRENCIES: 'MXN,BRL,COP,ARS',
};
const { RAMP_USD_RECIPIENT_ID: usdPayee, RAMP_LOCAL_RECIPIENT_ID: localPayee } = settings;
const { RAMP_NAMED_RECIPIENT_ID: named, RAMP_INCOMPLETE_NAMED_RECIPIENT_ID: incomplete } = settings;
const payees = new Map([usdPayee, named, incomplete].map((id) => [id, 'USD']));
payees.set(localPayee, 'MXN').set(settings.RAMP_LIGHTNING_RECIPIENT_ID, 'NGN');

function subaccountRecord({ id, type, verified }: Account): Json {
  const [closed, person] = [each('canWithdraw canDeposit canOfframp canOnramp', false), type === 'individual'];
  const requiredActions = [{ url: 'https://verify.ramp.example/9', type: 'selfie', description: 'Look here', step: 1 }];
  const required = { requiredActions, requiredKyc: 'Further verification is required' };
  const locked = { rails: { sepa: false }, ...required, ...closed, status: 'locked' };
  const open = { rails: { spei: true, ach: false }, ...closed, canOnramp: true, tier: 2, status: 'approved' };
  const assets = { DAI: { networks: ['BASE'], decimals: 18 }, USDC: { networks: ['POLY', 'AVAX'] } };
  const profiles = [{ status: 'in_renewal', country: 'MX' }, { status: 'approved', country: 'NG' }];
  return {
    capabilities: { assets, currencies: { MXN: verified ? open : locked, EUR: locked } },
    kyc: { profiles: verified ? profiles : [], level: 2 }, region: 'emea', type, phone: null,
    ...each('lastName firstName', person ? 'Ada' : null), createdAt: fine(birth), email: `${id}@ramp.example`,
    status: verified ? 'approved' : 'review', id: person ? id : id.toUpperCase(),
  };
}
const file = (name: string) => `https://files.ramp.example/kyc/${name}?signature=a1b2`;
const proof = { number: 'X-9', issuing_country: 'MEX', image_front: file('f.heic'), image_back: null };
const address = { country: 'MEX', postal_code: '06600', subdivision: 'CMX', city: 'México', street_line_1: 'Roma 2' };
function individualKyc({ verified }: Account): Json {
  const dates = { updated_at: fine(birth + hour), created_at: milli(birth) };
  if (!verified) return { ...dates, ...each('phone documents', null), type: 'individual', status: 'awaiting_selfie' };
  return {
    ...dates, risk: 'low', most_recent_occupation: '132011', account_purpose: 'personal_expenses',
    identifying_information: [{ ...proof, image_back: file('b.heif'), type: 'visa' }],
    source_of_funds: 'someone_elses_funds', ...each('source_of_funds_description middle_name', null),
    acting_as_intermediary: false, expected_monthly_payments_usd: 'FROM_5000_TO_9999', birth_date: '1988-02-29',
    documents: [{ file: file('address.jpeg'), purpose: 'PROOF_OF_ADDRESS', pages: 1 }], phone: '+5215512345678',
    address: { ...address, state: 'CMX', street_line_2: 'Piso 4' }, ...each('birth_country nationality', 'NGA'),
    ...each('last_name first_name', 'Ada'), type: 'individual', rejection_reasons: [], status: 'verified',
  };
}
function businessKyc(): Json {
  const paper = (purpose: string) => ({ description: 'A scan', file: file('scan.pdf'), purpose });
  const owner = {
    ...each('is_signer has_control has_ownership', true), ownership_percentage: '51.5', address,
    documents: [paper('proof_of_identity')], identification: [{ ...proof, type: 'curp' }],
    ...each('nationality birth_country', 'MX'), birth_date: '1979-12-31T00:00:00.000000+00:00',
    email: 'owner@ramp.example', ...each('title last_name middle_name first_name', 'Luz'),
  };
  return {
    documents: [paper('articles'), paper('PROOF_OF_ADDRESS')], ultimate_beneficial_owners: [owner],
    ...each('proof_of_address_document flow_of_funds_document ownership_document formation_document', file('a.pdf')),
    ...each('has_material_intermediary_ownership is_money_transmitter is_dao acting_as_intermediary', false),
    ...each('legal_name registration_number trade_name description tax_number source_of_funds_description', 'Acme'),
    ...each('vendorVerifiedAt vendorStatus', null), ...each('vendorApplicantId vendor_share_kyc_token', 'share-77'),
    expected_monthly_volume_usd: '250000', account_purpose: 'treasury_management', business_industry: ['522320'],
    identification: [{ ...proof, type: 'rfc' }], physical_address: address, website: 'https://acme.example',
    registered_address: { ...address, street_line_2: 'Piso 1' }, incorporation_date: '2011-06-30', region: 'eu',
    source_of_funds: 'treasury_reserves', business_type: 'cooperative', type: 'business', status: 'passed',
    ...each('updated_at created_at', fine(birth)),
  };
}

const withdrawalRecord = (id: string, has: Has): Json => ({
  gross_amount: written('10.50'), rate: written('17.20'), fee_currency: 'DAI', fee_amount: '0.25',
  destination_tag: '7781', ...each('tx_hash description', null), chain: 'BASE', protocol: 'PERMIT2', batch: 4,
  destination_address: has('address-unmasked') ? wallet : `${wallet.slice(0, 6)}******${wallet.slice(-4)}`,
  destinationAddress: wallet, local_amount: '176.30', local_currency: 'MXN', created_at: fine(birth),
  status: 'broadcasting', currency: 'DAI', amount: has('withdrawal-two-places') ? '10.25' : '10.25000000', id,
});
function conversionRecord(id: string, n: number, has: Has): Json {
  const [amount, fee, at] = [BigInt(10 + n) * one, BigInt(n) * (one / 8n), birth + n * hour];
  const money = (units: bigint) => `${decimal(units)}0000`;
  return {
    createdAt: has('conversion-seconds') ? `${milli(at).slice(0, 19)}Z` : n % 2 ? fine(at) : milli(at), desk: 'b',
    rate: '17.200000000000', estimatedReceived: money(times(amount - fee, 1720n)), netAmount: money(amount - fee),
    feeAmount: money(fee), amount: money(amount), toCurrency: 'mxn', fromCurrency: 'dai', id,
  };
}
type Order = Record<'id' | 'account' | 'status' | 'reference' | 'payee' | 'currency', string>;
type Terms = { amount: bigint; at: number; withdrawal: string | null; from: Json };
function offrampRecord({ id, account, status, reference, payee, currency }: Order, terms: Terms) {
  const { amount, at, withdrawal: withdrawal_id } = terms;
  const gross = currency === 'USD' ? amount : times(amount, 1720n);
  const fee = times(gross, 3n);
  const fees = { offramp_fee_currency: currency, offramp_fee: decimal(fee) };
  return {
    settlement: { end_to_end_id: `E2E-${at}`, estimated_at: withdrawal_id ? null : milli(at + hour), withdrawal_id },
    pricing: { fees, quote: 'q1', fx_rate: currency === 'USD' ? '1' : '17.20' }, channel: 'api',
    to: { recipient_id: payee, net_amount: decimal(gross - fee), gross_amount: decimal(gross), currency },
    from: { ...terms.from, amount: decimal(amount) }, client_offramp_reference: reference,
    account_id: account.toUpperCase(), created_at: fine(at), status, type: 'offramp', id,
  };
}

function seeded(account: string, type: string, offramps: number, conversions: number, has: Has): Account {
  const all: Account = { id: account, type, verified: true, banked: true, offramp: [], conversion: [], withdrawal: [] };
  const lower = (kind: string, n: number) => seedId(`${kind}${type === 'business' ? 'b' : '1'}`, n);
  const own = (kind: string, n: number) => (n % 3 ? lower(kind, n) : lower(kind, n).toUpperCase());
  for (let n = 1; n <= offramps; n++) {
    const status = ['pending', 'completed', 'paid'][n % 4] ?? 'failed';
    const withdrawal = status === 'completed' ? own('d', n) : null;
    if (withdrawal) all.withdrawal.push(withdrawalRecord(withdrawal, has));
    const invoice = { address: `lnbc${n}0u1p`, network: 'LIGHTNING', asset: 'BTC' };
    const from = n % 5 ? { address: wallet, network: 'POLYGON_AMOY', asset: 'DAI' } : invoice;
    const to = n % 2 ? { payee: usdPayee, currency: 'USD' } : { payee: localPayee, currency: 'MXN' };
    const terms = { amount: BigInt(10 + n) * one, at: birth + n * hour, withdrawal, from };
    all.offramp.push(offrampRecord({ id: own('c', n), account, status, reference: `order ${n}`, ...to }, terms));
  }
  for (let n = 1; n <= conversions; n++) all.conversion.push(conversionRecord(own('e', n), n, has));
  return all;
}
function newWorld(has: Has): World {
  const accounts = [
    seeded(settings.RAMP_INDIVIDUAL_SUBACCOUNT_ID, 'individual', 14, 9, has),
    seeded(settings.RAMP_BUSINESS_SUBACCOUNT_ID, 'business', 5, 4, has),
    { ...seeded(settings.RAMP_UNVERIFIED_SUBACCOUNT_ID, 'individual', 0, 0, has), verified: false },
    { ...seeded(settings.RAMP_UNBANKED_SUBACCOUNT_ID, 'individual', 0, 0, has), banked: false },
  ];
  return { accounts: new Map(accounts.map((account) => [account.id, account])), usd: 99_000_000n * one, has };
}

const accountOf = ({ accounts }: World, { first }: { first: string }, shape?: 'brief') =>
  accounts.get(uuidOf(first)) ?? refuse(404, 'The subaccount does not exist', shape);
const approved = (account: Account) => (account.verified ? account : refuse(409, 'Verify the subaccount first'));
const bankOf = ({ banked }: Account, currency?: string) =>
  banked && currency ? currency : refuse(404, 'The bank account could not be found', 'bare');

const list = (kind: Kind): Handler => (world, call) => {
  const all = accountOf(world, call)[kind];
  const whole = (name: string, fallback: string, most: number) => {
    const asked = call.query.get(name) ?? fallback;
    const fits = /^[1-9]\d{0,8}$/.test(asked) && Number(asked) <= most;
    return fits ? Number(asked) : refuse(400, `${name} must be a whole number from 1 to ${most}`);
  };
  const [page, limit] = [whole('page', '1', 999_999_999), whole('limit', '7', 20)];
  const [totalPages, start] = [Math.ceil(all.length / limit), (page - 1) * limit];
  const data = all.slice(start, start + limit);
  if (page > 1 && !data.length) refuse(404, 'There is no such page');
  const before = page === totalPages && kind === 'offramp' && world.has('last-page-repeats') && all[start - 1];
  if (before) data[0] = before;
  const { length } = kind === 'offramp' || world.has('conversions-total-of-page') ? data : all;
  const size = kind === 'offramp' ? { count: length } : { total: length };
  return { hasMore: page < totalPages, totalPages, limit, page, ...size, data };
};
const read = (kind: Kind): Handler => ({ accounts, has }, { first, second }) => {
  const [owner, wanted] = [uuidOf(first), uuidOf(second)];
  const holders = kind === 'offramp' && has('offramp-of-another') ? [...accounts.values()] : [accounts.get(owner)];
  const item = holders.flatMap((holder) => holder?.[kind] ?? []).find(({ id }) => String(id).toLowerCase() === wanted);
  return item ?? refuse(404, `The ${kind} could not be found`, kind === 'withdrawal' ? 'brief' : 'full');
};
const readKyc = (type: string): Handler => ({ accounts, has }, { first }) => {
  const account = accounts.get(uuidOf(first));
  if (account?.type === type) return type === 'individual' ? individualKyc(account) : businessKyc();
  const noun = type === 'individual' || has('business-404-says-customer') ? 'customer' : 'business';
  refuse(404, `The ${noun} was not found`, 'full', 'Error');
};
const readBalances: Handler = (world) => ({
  balances: { usdc: 0, mxn: written('10.50'), brl: written('0.00'), usd: written(decimal(world.usd)) }, plan: 'pro',
  createdAt: fine(birth), status: 'approved', businessName: 'Acme', email: 'ada@ramp.example', id: seedId('f6', 1),
});

const deposits = 'NGN BRL USD EUR GHS ZMW TZS USDC USDT MXN COP ARS'.split(' ');
const simulateDeposit: Handler = (world, call) => {
  const [account, currency] = [accountOf(world, call, 'brief'), text(call.body, 'currency')];
  const lax = world.has('deposit-unlisted-currency') && /^[A-Z]{3,4}$/.test(currency);
  if (!lax && !deposits.includes(currency)) refuse(400, `Choose among ${deposits.join(', ')}`);
  amountOf(call.body, 'amount');
  if (text(call.body, 'accountNumber') !== settings.RAMP_DEPOSIT_ACCOUNT_NUMBER) refuse(422, 'Not a deposit account');
  approved(account);
};
const assets = ['BTC_LIGHTNING', 'USDC', 'USDT'];
const initiateOnramp: Handler = (world, call) => {
  const [account, asset] = [accountOf(world, call), text(call.body, 'to', 'asset')];
  const named = world.has('onramp-400-omits-asset') ? assets.slice(1) : assets;
  if (!assets.includes(asset)) refuse(400, `The asset has to be ${named.join(' or ')}`);
  const [amount, currency] = [amountOf(call.body, 'from', 'amount'), text(call.body, 'from', 'currency')];
  const target = { address: text(call.body, 'to', 'destination_address'), chain: text(call.body, 'to', 'chain') };
  const reference = text(call.body, 'client_onramp_reference');
  bankOf(approved(account), currency);
  if (world.has('initiation-moves-balance')) world.usd -= amount;
  const gross = times(amount, 6n);
  const [fee, network] = [times(gross, 1n), times(gross, 2n)];
  const codes = each('total_fees_currency network_fee_asset onramp_fee_currency', asset.toLowerCase());
  const fees = { ...codes, total_fees: decimal(fee + network), network_fee: decimal(network), onramp_fee: decimal(fee) };
  const payment_instructions = { expires_at: fine(Date.now() + hour), qr_code: 'SPEI|64618', method: 'spei' };
  const amounts = { net_amount: decimal(gross - fee - network), gross_amount: decimal(gross) };
  return {
    pricing: { fees, fx_rate: '0.06' }, to: { ...target, ...amounts, asset: asset.toLowerCase() }, channel: 'api',
    from: { payment_instructions, currency: currency.toLowerCase(), amount: decimal(amount) }, type: 'onramp',
    client_onramp_reference: world.has('onramp-reference-lost') ? randomUUID() : reference, status: 'pending',
    account_id: account.id.toUpperCase(), created_at: fine(Date.now()), id: randomUUID().toUpperCase(),
  };
};
function checkRail(payee: string, currency: string, rail: unknown, has: Has): void {
  const plain = currency === 'USD' ? [null, 'ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'] : [null];
  const rails: unknown[] = payee === named ? ['WIRE', 'SWIFT', ...(has('named-over-ach') ? ['ACH'] : [])] : plain;
  if (payee === incomplete) refuse(422, 'The business recipient is not fully identified');
  if (payees.get(payee) !== currency) refuse(422, 'The recipient takes another currency');
  if (!rails.includes(rail)) refuse(422, 'The recipient cannot be paid over this rail');
}

const initiateOfframp: Handler = (world, { body, ...call }) => {
  const account = accountOf(world, call);
  const [amount, asset] = [amountOf(body, 'from', 'amount'), text(body, 'from', 'asset')];
  const from = { address: text(body, 'from', 'sender_address'), network: text(body, 'from', 'chain'), asset };
  const [payee, currency] = [uuidOf(text(body, 'to', 'recipient_id')), text(body, 'to', 'currency')];
  const reference = text(body, 'client_offramp_reference');
  bankOf(approved(account), payees.get(payee));
  checkRail(payee, currency, member(body, 'to', 'payment_rail') ?? null, world.has);
  if (world.has('initiation-moves-balance')) world.usd -= amount;
  const order = { id: randomUUID().toUpperCase(), account: account.id, status: 'pending', reference, payee, currency };
  const record = offrampRecord(order, { amount, from, at: Date.now(), withdrawal: null });
  account.offramp.push(record);
  const { settlement: _later, pricing, ...created } = record;
  const total = { total_fees_currency: currency, total_fees: pricing.fees.offramp_fee, network_fee: '0.00000000' };
  return { pricing: { ...pricing, fees: { network_fee_asset: asset, ...total, ...pricing.fees } }, ...created };
};

const initiateLightning: Handler = (world, call) => {
  const account = accountOf(world, call);
  const [id, amount] = [uuidOf(text(call.body, 'recipient_id')), amountOf(call.body, 'amount')];
  if (!world.has('lightning-without-kyc')) approved(account);
  const currency = bankOf(account, payees.get(id));
  const number = (units: bigint, places = 8) => written(decimal(units, places));
  const fee = times(amount, 2n);
  const data = {
    createdAt: fine(Date.now()), status: 'pending', expiresAt: null, speed: 'instant', lightningFee: 0,
    bankAccount: { currency, accountId: 'CL-4', bankName: null, id }, ...each('totalFees withdrawalFee', number(fee)),
    targetAmountReceivable: number(amount - fee), targetCurrency: currency, targetAmount: number(amount),
    exchangeRate: written('50000.00'), lightningCurrency: 'BTC', lightningAmount: number(amount * 2n, 13),
    lightningInvoiceId: randomUUID(), lightningInvoice: `lnbc1${randomUUID()}`, id: randomUUID().toUpperCase(),
  };
  return { message: 'An invoice was generated: pay it and the funds reach the bank account', data, success: true };
};

const listTaxonomy: Handler = (_world, { first }) => {
  const currency = /^[A-Z]{3,4}$/i.test(first) ? first.toUpperCase() : refuse(400, 'The currency is no code');
  if (!settings.RAMP_TAXONOMY_CURRENCIES.includes(currency)) refuse(404, 'No methods for this currency');
  const configuration = {
    legal_operating_entity: { country_code: 'MX', legal_operation_entity: 'Ramp MX' }, priority: 1, asset: 'DAI',
    status: { description: 'Slower today', type: 'degraded' }, fee: { type: 'percentage', amount: '1.5' }, currency,
    limits: { status: 'fixed', tx_limit: '900.00000000', system_max: '1000.00000000', system_min: '1.00000000' },
  };
  const method = {
    ...each('method name integration method_name network_name channel_name network_description', 'spei'),
    ...each('network protocol contract method_description', 'codi'), ...each('payment_rails sub_method', null),
    security: { modes: [{ to_amount: written('10.50'), from_amount: 0, name: 'Code', type: 'totp' }] }, beta: true,
    tags: [{ type: 'NOTICE', title: 'New' }], icon_config: each('name path', '/b'), ...each('taxes optional_fields', []),
    consumer_contacts_enabled: false, currency_configurations: [configuration], required_fields: ['clabe'],
  };
  return [method, { ...method, sub_method: 'codi', ...each('currency_configurations tags', []) }];
};
const routes: [method: string, path: string, handler: Handler][] = [
  ['GET', '/v1/ramp/subaccount/:id', (world, call) => subaccountRecord(accountOf(world, call, 'brief'))],
  ['GET', '/v1/kyc/customers/:id', readKyc('individual')],
  ['GET', '/v1/kyc/businesses/:id', readKyc('business')],
  ['GET', '/v1/ramp/banking/balances', readBalances],
  ['GET', '/v1/ramp/banking/taxonomy/:currency', listTaxonomy],
  ['POST', '/v1/ramp/:id/banking/deposits/simulate', simulateDeposit],
  ['POST', '/v2/ramp/:id/banking/onramp/initiate', initiateOnramp],
  ['POST', '/v2/ramp/:id/banking/offramp/initiate', initiateOfframp],
  ['GET', '/v2/ramp/:id/banking/offramp', list('offramp')],
  ['GET', '/v2/ramp/:id/banking/offramp/:item', read('offramp')],
  ['POST', '/v1/ramp/:id/banking/offramp/initiate', initiateLightning],
  ['GET', '/v1/ramp/:id/banking/withdrawals/:item', read('withdrawal')],
  ['GET', '/v1/ramp/:id/banking/conversions', list('conversion')],
  ['GET', '/v1/ramp/:id/banking/conversions/:item', read('conversion')],
];
/** What it serves, with `{}` for a parameter; it need not know an endpoint that its document did not have. */
export const servedRequests = routes.map(([method, path]) => `${method} ${path.replace(/:\w+/g, '{}')}`);

const matchers = routes.map(([, path]) => new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}/?$`));

function authenticate({ headers }: IncomingMessage, { pathname, searchParams }: URL, has: Has): void {
  const shape = /\/(subaccount|withdrawals|deposits)\//.test(pathname) ? 'brief' : 'full';
  const asked = searchParams.get('x-api-key') ?? searchParams.get('api_key');
  const key = headers['x-api-key'] ?? (has('key-in-query') && asked);
  const muddled = has('conversions-restricted-401') && pathname.includes('/conversions');
  if (key === settings.RAMP_RESTRICTED_API_KEY && !muddled) refuse(403, 'You have no permission for this', shape);
  if (key !== settings.RAMP_API_KEY) refuse(401, 'The API key is missing or invalid', shape);
}
async function answer(world: World, request: IncomingMessage, url: URL): Promise<[status: number, body: unknown]> {
  authenticate(request, url, world.has);
  const index = matchers.findIndex((path, n) => path.test(url.pathname) && routes[n]?.[0] === request.method);
  const [, , handle] = routes[index] ?? refuse(404, 'There is no such operation');
  const [, first = '', second = ''] = matchers[index]?.exec(url.pathname) ?? [];
  const post = request.method === 'POST' && (await json(request).catch(() => refuse(400, 'The body is not JSON')));
  const body = handle(world, { first, second, query: url.searchParams, body: post });
  return [post && body ? 201 : 200, body];
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = `http://second.invalid${request.url}`;
  const url = new URL(URL.canParse(target) ? target : 'http://second.invalid/');
  const [status, body] = await answer(world, request, url).catch((error: unknown): [number, unknown] => {
    const [code, body] = ((error as Error).cause ?? [500, { message: String(error) }]) as [number, Json];
    return [code, 'error' in body && 'statusCode' in body ? { path: url.pathname, ...body } : body];
  });
  if (body === undefined) response.writeHead(status, { 'content-length': 0 }).end();
  else response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(serialize(body));
}

/** Starts the service on a loopback port that the system chooses; `fault` is an id of `secondReferenceFaults`. */
export async function startSecondReference({ fault }: { fault?: string } = {}): Promise<SecondReference> {
  const known = Object.keys(secondReferenceFaults);
  if (fault && !known.includes(fault)) throw new Error(`Unknown fault "${fault}": choose one of ${known.join(', ')}`);
  const world = newWorld((id) => id === fault);
  const server = createServer((request, response) => void serve(world, request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const baseUrl = `http://${host}`;
  const close = () => new Promise<void>((closed) => void server.close(() => closed()).closeAllConnections());
  return { baseUrl, settings: { RAMP_BASE_URL: baseUrl, RAMP_MONEY_HOST: host, ...settings }, close };
}
