import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SecondReference,
  secondReferenceFaults,
  startSecondReference,
} from './second-reference.test.support.ts';

interface Reply {
  status: number;
  raw: string;
  // The bodies are read by many shapes; a test names the members it expects.
  body: Record<string, unknown> & { data: Record<string, unknown>[]; message: string };
}

const absent = '7d9c1a52-0f5e-4c1b-9b3a-2f6e8d4c7b10';

async function call(service: SecondReference, target: string, sent?: unknown, key = 'RAMP_API_KEY') {
  const apiKey = service.settings[key];
  const headers = { 'content-type': 'application/json', ...(apiKey && { 'x-api-key': apiKey }) };
  const request = sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) };
  const path = target.replace(/\{(\w+)\}/g, (_, name: string) => service.settings[`RAMP_${name}`] ?? name);
  const response = await fetch(service.baseUrl + path, request);
  const raw = await response.text();
  return { status: response.status, raw, body: raw === '' ? undefined : JSON.parse(raw) } as Reply;
}

const individual = '{INDIVIDUAL_SUBACCOUNT_ID}';
const paths = {
  subaccount: '/v1/ramp/subaccount/',
  deposit: (id = individual) => `/v1/ramp/${id}/banking/deposits/simulate`,
  onramp: (id = individual) => `/v2/ramp/${id}/banking/onramp/initiate`,
  offramp: (id = individual) => `/v2/ramp/${id}/banking/offramp/initiate`,
  offramps: (id = individual) => `/v2/ramp/${id}/banking/offramp/`,
  lightning: (id = individual) => `/v1/ramp/${id}/banking/offramp/initiate`,
  withdrawal: (id = individual) => `/v1/ramp/${id}/banking/withdrawals/`,
  conversions: (id = individual) => `/v1/ramp/${id}/banking/conversions`,
};
const unverified = '{UNVERIFIED_SUBACCOUNT_ID}';
const unbanked = '{UNBANKED_SUBACCOUNT_ID}';
const business = '{BUSINESS_SUBACCOUNT_ID}';

const deposit = (currency = 'GHS') => ({ currency, amount: 25.5, accountNumber: '646180157000000004' });
const onramp = (asset = 'USDC') => ({
  from: { amount: 25.5, currency: 'MXN' },
  to: { asset, chain: 'POLY', destination_address: '0xabc' },
  client_onramp_reference: absent,
});
const offramp = (recipient_id: string | undefined, payment_rail?: string, currency = 'USD') => ({
  from: { chain: 'POLYGON_AMOY', asset: 'USDC', amount: 25.5, sender_address: '0xabc' },
  to: { recipient_id, currency, payment_rail },
  client_offramp_reference: 'mine',
});
const lightning = (recipient_id: string | undefined) => ({ recipient_id, amount: 25.5 });

/** One target for each endpoint that the service knows; those with a body are posted. */
const endpoints = (settings: Record<string, string>): [target: string, sent?: unknown][] => [
  [`${paths.subaccount}${individual}`],
  [`/v1/kyc/customers/${individual}`],
  [`/v1/kyc/businesses/${business}`],
  ['/v1/ramp/banking/balances'],
  [paths.deposit(), deposit()],
  [paths.onramp(), onramp()],
  [paths.offramp(), offramp(settings.RAMP_USD_RECIPIENT_ID)],
  [paths.offramps()],
  [`${paths.offramps()}{OFFRAMP_ID}`],
  [paths.lightning(), lightning(settings.RAMP_LIGHTNING_RECIPIENT_ID)],
  [`${paths.withdrawal()}{WITHDRAWAL_ID}`],
  [paths.conversions()],
  [`${paths.conversions()}/{CONVERSION_ID}`],
  ['/v1/ramp/banking/taxonomy/MXN'],
];

let service: SecondReference;
beforeAll(async () => {
  service = await startSecondReference();
});
afterAll(() => service.close());

const recipient = (role: string) => service.settings[`RAMP_${role}_RECIPIENT_ID`];

describe('every endpoint', () => {
  test('answers: creations with 201, all else with 200', async () => {
    for (const [target, sent] of endpoints(service.settings)) {
      const { status } = await call(service, target, sent);
      expect([target, status]).toEqual([target, sent && target !== paths.deposit() ? 201 : 200]);
    }
  });

  test('refuses a missing key with 401 and a restricted one with 403', async () => {
    for (const [target, sent] of endpoints(service.settings)) {
      const missing = await call(service, target, sent, 'none');
      const restricted = await call(service, target, sent, 'RAMP_RESTRICTED_API_KEY');
      expect([target, missing.status, missing.body.error]).toEqual([target, 401, 'Unauthorized']);
      expect([target, restricted.status, restricted.body.error]).toEqual([target, 403, 'Forbidden']);
    }
  });
});

describe('the documented refusals', () => {
  test.each([
    [400, 'Bad Request', /NGN.*BRL.*USDC.*ARS/, paths.deposit(), deposit('JPY')],
    [400, 'Bad Request', /(?=.*USDT)(?=.*USDC)(?=.*BTC_LIGHTNING)/, paths.onramp(), onramp('DOGE')],
    [404, 'Not Found', /subaccount/, paths.subaccount + absent],
    [404, 'Not Found', /subaccount/, paths.deposit(absent), deposit()],
    [404, 'Not Found', /withdrawal/, paths.withdrawal() + absent],
    [404, 'Error', /customer/, `/v1/kyc/customers/${absent}`],
    [404, 'Error', /business/, `/v1/kyc/businesses/${absent}`],
    [404, undefined, /bank account/, paths.onramp(unbanked), onramp()],
    [404, undefined, /bank account/, paths.offramp(), offramp(absent)],
    [404, undefined, /bank account/, paths.lightning(), lightning(absent)],
  ])('%i %s %s', async (status, error, message, target, sent?: unknown) => {
    const reply = await call(service, target, sent);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
    expect(reply.body.message).toMatch(message);
  });

  test('money operations of a subaccount without approved KYC', async () => {
    const payee = recipient('USD');
    const refused = [
      await call(service, paths.deposit(unverified), deposit()),
      await call(service, paths.onramp(unverified), onramp()),
      await call(service, paths.offramp(unverified), offramp(payee)),
      await call(service, paths.lightning(unverified), lightning(payee)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  });

  test('rails: named over WIRE and SWIFT only, plain USD over any listed one', async () => {
    const status = async (role: string, rail?: string, currency?: string) =>
      (await call(service, paths.offramp(business), offramp(recipient(role), rail, currency))).status;
    for (const rail of ['WIRE', 'SWIFT']) expect(await status('NAMED', rail)).toBe(201);
    for (const rail of ['ACH', 'RTP', 'SAME_DAY_ACH']) expect(await status('NAMED', rail)).toBe(422);
    expect(await status('NAMED', 'WIRE', 'MXN')).toBe(422);
    expect(await status('INCOMPLETE_NAMED', 'WIRE')).toBe(422);
    for (const rail of [undefined, 'ACH', 'SAME_DAY_ACH']) expect(await status('USD', rail)).toBe(201);
    expect(await status('USD', 'PIGEON')).toBe(422);
    expect(await status('LOCAL', undefined, 'MXN')).toBe(201);
  });
});

describe('the freedoms', () => {
  test('each listing has the records that its subaccount owns', async () => {
    const sizes = async (of: string) => [
      (await call(service, `${paths.offramps(of)}?limit=20`)).body.data.length,
      (await call(service, paths.conversions(of))).body.total,
    ];
    expect(await sizes(unbanked)).toEqual([0, 0]);
    const [offramps, conversions] = await sizes(individual);
    expect(offramps).toBeGreaterThanOrEqual(13);
    expect(conversions).toBe(9);
    const states = (await call(service, `${paths.offramps()}?limit=13`)).body.data.map(
      ({ status }) => status,
    );
    expect(new Set(states)).toEqual(new Set(['completed', 'paid', 'failed', 'pending']));
  });

  test('pages count from 1, a limit above 20 and a page past the end are refused', async () => {
    const status = async (query: string) => (await call(service, `${paths.offramps()}?${query}`)).status;
    expect(await Promise.all(['page=0', 'limit=21', 'page=999', 'limit=20'].map(status))).toEqual([
      400, 400, 404, 200,
    ]);
  });

  test('a created offramp is the last item, and is read under its own subaccount only', async () => {
    const { body } = await call(service, paths.offramp(business), offramp(recipient('USD')));
    const { data } = (await call(service, `${paths.offramps(business)}?limit=20`)).body;
    expect(data.at(-1)).toMatchObject({ id: body.id, from: body.from, client_offramp_reference: 'mine' });
    expect((await call(service, `${paths.offramps(business)}${String(body.id).toLowerCase()}`)).status).toBe(
      200,
    );
    expect((await call(service, `${paths.offramps()}${body.id}`)).status).toBe(404);
  });

  test('numbers are written with their zeros and amounts echoed with 8 places', async () => {
    const { raw } = await call(service, `${paths.withdrawal()}{WITHDRAWAL_ID}`);
    expect(raw).toContain('"gross_amount":10.50,');
    expect((await call(service, paths.onramp(), onramp())).body.from).toMatchObject({
      amount: '25.50000000',
    });
    expect((await call(service, paths.lightning(), lightning(recipient('USD')))).raw).toContain(
      ':25.50000000',
    );
  });

  test('nonsense is refused, never an accident', async () => {
    const post = (body: string) =>
      fetch(`${service.baseUrl}${paths.deposit(service.settings.RAMP_INDIVIDUAL_SUBACCOUNT_ID)}`, {
        method: 'POST',
        headers: { 'x-api-key': service.settings.RAMP_API_KEY ?? '' },
        body,
      });
    for (const body of ['', '{', 'null', '[]', '"x"', '{"currency":1}', '{"currency":"USD","amount":1e400}'])
      expect((await post(body)).status).toBe(400);
    for (const id of ['x', '%E0%A4%A', '..%2f..', `${absent}0`])
      expect((await call(service, paths.subaccount + id)).status).toBe(400);
  });
});

const balances = async (at: SecondReference) => (await call(at, '/v1/ramp/banking/balances')).raw;
const ids = (reply: Reply) => reply.body.data.map(({ id }) => id);

/** What to look at, per fault: the same from one faultless service to the next. */
const looks: Record<string, (at: SecondReference) => Promise<unknown>> = {
  'named-over-ach': async (at) =>
    (await call(at, paths.offramp(), offramp(at.settings.RAMP_NAMED_RECIPIENT_ID, 'ACH'))).status,
  'last-page-repeats': async (at) => ids(await call(at, `${paths.offramps()}?page=3&limit=5`)),
  'lightning-without-kyc': async (at) =>
    (await call(at, paths.lightning(unverified), lightning(at.settings.RAMP_USD_RECIPIENT_ID))).status,
  'withdrawal-two-places': async (at) => (await call(at, `${paths.withdrawal()}{WITHDRAWAL_ID}`)).body.amount,
  'conversions-restricted-401': async (at) =>
    (await call(at, paths.conversions(), undefined, 'RAMP_RESTRICTED_API_KEY')).status,
  'key-in-query': async (at) =>
    (await call(at, '/v1/ramp/banking/balances?x-api-key={API_KEY}', undefined, 'none')).status,
  'onramp-reference-lost': async (at) =>
    (await call(at, paths.onramp(), onramp())).body.client_onramp_reference,
  'deposit-unlisted-currency': async (at) => (await call(at, paths.deposit(), deposit('JPY'))).status,
  'business-404-says-customer': async (at) => (await call(at, `/v1/kyc/businesses/${absent}`)).body.message,
  'offramp-of-another': async (at) => (await call(at, `${paths.offramps(business)}{OFFRAMP_ID}`)).status,
  'address-unmasked': async (at) =>
    (await call(at, `${paths.withdrawal()}{WITHDRAWAL_ID}`)).body.destination_address,
  'conversion-seconds': async (at) =>
    (await call(at, `${paths.conversions()}/{CONVERSION_ID}`)).body.createdAt,
  'onramp-400-omits-asset': async (at) => (await call(at, paths.onramp(), onramp('DOGE'))).body.message,
  'initiation-moves-balance': async (at) => {
    const before = await balances(at);
    await call(at, paths.offramp(), offramp(at.settings.RAMP_USD_RECIPIENT_ID));
    return before === (await balances(at));
  },
  'conversions-total-of-page': async (at) => (await call(at, `${paths.conversions()}?limit=4`)).body.total,
};

describe('the faults', () => {
  const look = async (fault: string, on: boolean) => {
    const at = await startSecondReference(on ? { fault } : {});
    return (looks[fault]?.(at) ?? Promise.reject(new Error(`No look at ${fault}`))).finally(() => at.close());
  };

  test.each(Object.keys(secondReferenceFaults))('%s differs from the faultless service', async (fault) => {
    const sound = await look(fault, false);
    expect(await look(fault, false)).toEqual(sound);
    expect(await look(fault, true)).not.toEqual(sound);
  });

  test('an unknown fault is refused by name', async () => {
    await expect(startSecondReference({ fault: 'nothing' })).rejects.toThrow('Unknown fault "nothing"');
  });
});
