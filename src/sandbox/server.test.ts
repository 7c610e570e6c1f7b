import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absentId, depositOrder, type OpenSandbox, offrampOrder, openSandbox } from './caller.test.support.ts';
import { add, multiply, subtract, trimmed } from './money.ts';

let box: OpenSandbox;
let mine: string;
beforeAll(async () => {
  box = await openSandbox();
  mine = box.setting('INDIVIDUAL_SUBACCOUNT_ID');
});
afterAll(() => box.close());

describe('what is read', () => {
  test('each role has its subaccount', async () => {
    for (const role of ['INDIVIDUAL', 'BUSINESS', 'UNVERIFIED', 'UNBANKED']) {
      for (const id of box.setting(`${role}_SUBACCOUNT_ID`).split(','))
        expect(await box.get(`/v1/ramp/subaccount/${id.toUpperCase()}`)).toMatchObject({
          status: 200,
          body: { id },
        });
    }
  });

  test('each KYC record is on the endpoint of its type', async () => {
    const business = box.setting('BUSINESS_SUBACCOUNT_ID');
    expect((await box.get(`/v1/kyc/customers/${mine}`)).body.type).toBe('individual');
    expect((await box.get(`/v1/kyc/businesses/${business}`)).body.ultimate_beneficial_owners).toHaveLength(2);
    expect((await box.get(`/v1/kyc/customers/${business}`)).body).toMatchObject({
      error: 'Error',
      statusCode: 404,
    });
    expect((await box.get(`/v1/kyc/businesses/${mine}`)).body.message).toBe('Business not found');
  });

  test('a withdrawal shows both forms of its address', async () => {
    const { body } = await box.get(`/v1/ramp/${mine}/banking/withdrawals/${box.setting('WITHDRAWAL_ID')}`);
    expect(body.amount).toMatch(/^\d+\.\d{8}$/);
    expect(body.destination_address).toBe('0x5eed****beef');
    expect(body.destinationAddress).toHaveLength(42);
  });

  test('a conversion adds up with twelve places', async () => {
    const { body } = await box.get(`/v1/ramp/${mine}/banking/conversions/${box.setting('CONVERSION_ID')}`);
    for (const name of ['amount', 'feeAmount', 'netAmount', 'estimatedReceived', 'rate']) {
      expect(body[name]).toMatch(/^\d+\.\d{12}$/);
    }
    expect(trimmed(subtract(body.amount, body.feeAmount))).toBe(trimmed(body.netAmount));
    expect(trimmed(multiply(body.netAmount, body.rate))).toBe(trimmed(body.estimatedReceived));
  });

  test('a settlement names a withdrawal that can be read', async () => {
    const { body } = await box.get(`/v2/ramp/${mine}/banking/offramp/${box.setting('OFFRAMP_ID')}`);
    const named = body.settlement.withdrawal_id;
    expect((await box.get(`/v1/ramp/${mine}/banking/withdrawals/${named}`)).body.id).toBe(named);
  });

  test('each taxonomy has two entries or more', async () => {
    for (const currency of box.setting('TAXONOMY_CURRENCIES').split(',')) {
      expect((await box.get(`/v1/ramp/banking/taxonomy/${currency}`)).body.length).toBeGreaterThan(1);
    }
  });
});

describe('what is ordered', () => {
  const balances = async () => (await box.get('/v1/ramp/banking/balances')).body.balances;

  test('a deposit in each listed currency raises a balance that is held, and answers nothing', async () => {
    const listed = ['NGN', 'BRL', 'USD', 'EUR', 'GHS', 'ZMW', 'TZS', 'USDC', 'USDT', 'MXN', 'COP', 'ARS'];
    for (const currency of listed) {
      const had = (await balances())[currency.toLowerCase()];
      const got = await box.post(`/v1/ramp/${mine}/banking/deposits/simulate`, depositOrder(currency));
      expect([got.status, got.text]).toEqual([204, '']);
      expect((await balances())[currency.toLowerCase()]).toBe(
        had === undefined ? undefined : Number(add(String(had), '0.1')),
      );
    }
  });
});

describe('pages', () => {
  test('the newest offramp is listed first', async () => {
    const path = `/v2/ramp/${mine}/banking/offramp`;
    const { id } = (await box.post(`${path}/initiate`, offrampOrder(box.setting('USD_RECIPIENT_ID')))).body;
    const { text } = await box.get(`${path}/?limit=1`);
    expect(JSON.parse(text)).toMatchObject({ data: [{ id }] });
  });

  test('a limit beyond the greatest is clamped and shown; a malformed one is refused', async () => {
    const path = `/v2/ramp/${mine}/banking/offramp`;
    expect((await box.get(`${path}/?limit=1000`)).body.limit).toBe(50);
    expect((await box.get(path)).body).toMatchObject({ page: 1, limit: 10 });
    for (const query of ['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=1.5', 'limit=', 'page=1&page=2']) {
      expect((await box.get(`${path}/?${query}`)).status).toBe(400);
    }
  });

  test('an unbanked subaccount lists nothing; an absent one is not found', async () => {
    const unbanked = box.setting('UNBANKED_SUBACCOUNT_ID');
    expect((await box.get(`/v2/ramp/${unbanked}/banking/offramp/`)).body).toMatchObject({
      data: [],
      count: 0,
    });
    expect((await box.get(`/v1/ramp/${unbanked}/banking/conversions`)).body).toMatchObject({
      data: [],
      total: 0,
    });
    expect((await box.get(`/v1/ramp/${absentId}/banking/conversions`)).status).toBe(404);
  });
});
