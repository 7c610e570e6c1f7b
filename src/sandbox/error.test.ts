import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  absentId,
  depositOrder,
  type OpenSandbox,
  offrampOrder,
  onrampOrder,
  openSandbox,
} from './caller.test.support.ts';
import { routes } from './endpoints.ts';

let box: OpenSandbox;
let mine: string;
beforeAll(async () => {
  box = await openSandbox();
  mine = box.setting('INDIVIDUAL_SUBACCOUNT_ID');
});
afterAll(() => box.close());

describe('keys', () => {
  const everywhere = routes.flatMap(({ operation, method, paths }) =>
    paths.map((path) => ({ operation, method, path })),
  );
  const brief: readonly string[] = ['subaccount.read', 'deposit.simulate', 'withdrawal.read'];

  test.each(everywhere)('$method $path asks for the key before anything else', async ({ operation, method, path }) => {
    const url = path.replaceAll(/:\w+/g, absentId);
    const send = (headers: Record<string, string>) =>
      method === 'GET' ? box.get(url, headers) : box.post(url, '{malformed', headers);
    const refused = { error: 'Unauthorized', message: 'Invalid or missing API key' };
    const full = box.setting('API_KEY');
    for (const key of ['', full.slice(1), `${full}x`, full.toUpperCase()]) {
      expect(await send({ 'x-api-key': key })).toMatchObject({ status: 401 });
    }
    const elsewhere = { 'x-api-key': '', authorization: `Bearer ${full}`, cookie: `x-api-key=${full}` };
    const isBrief = brief.includes(operation);
    const found = await send(elsewhere);
    expect(found.body).toMatchObject({ ...refused, ...(isBrief ? {} : { statusCode: 401 }) });
    const restricted = await send({ 'x-api-key': box.setting('RESTRICTED_API_KEY') });
    for (const { body } of [found, restricted]) expect(Object.keys(body)).toHaveLength(isBrief ? 2 : 5);
    expect(restricted).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
  });

  test('an unreadable path and a body too large are refused by the key first', async () => {
    const without = { 'x-api-key': '' };
    const path = `/v1/ramp/${mine}/banking/offramp/initiate`;
    const large = JSON.stringify('x'.repeat(3 * 1024 * 1024));
    expect((await box.get('/v1/%ff', without)).status).toBe(401);
    expect((await box.post(path, large, without)).status).toBe(401);
    expect((await box.get('/v1/%ff')).status).toBe(400);
    expect((await box.post(path, large)).status).toBe(413);
  });
});

describe('the rows of the document', () => {
  test('absent records have the shape of their endpoint', async () => {
    const short = (message: string) => ({ error: 'Not Found', message });
    expect((await box.get(`/v1/ramp/subaccount/${absentId}`)).body).toEqual(short('Subaccount not found'));
    const deposit = await box.post(`/v1/ramp/${absentId}/banking/deposits/simulate`, depositOrder());
    expect([deposit.status, deposit.body]).toEqual([404, short('Subaccount not found')]);
    const withdrawal = await box.get(`/v1/ramp/${mine}/banking/withdrawals/${absentId}`);
    expect([withdrawal.status, withdrawal.body]).toEqual([404, short('Withdrawal not found')]);
    const customer = await box.get(`/v1/kyc/customers/${absentId}`);
    expect(customer.body).toMatchObject({ statusCode: 404, error: 'Error', message: 'Customer not found' });
    expect((await box.get(`/v1/kyc/businesses/${absentId}`)).body.message).toBe('Business not found');
  });

  test('values outside the lists are refused with the lists', async () => {
    for (const value of ['XXX', 'usd', '', 5, null, ['USD'], { USD: 1 }]) {
      const deposit = await box.post(`/v1/ramp/${mine}/banking/deposits/simulate`, depositOrder(value));
      expect(deposit.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
      expect(deposit.body.message).toContain('NGN, BRL, USD, EUR, GHS, ZMW, TZS, USDC, USDT, MXN, COP, ARS');
      const onramp = await box.post(`/v2/ramp/${mine}/banking/onramp/initiate`, onrampOrder(box.setting, value));
      expect(onramp.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
      expect(onramp.body.message).toContain('USDT, USDC, BTC_LIGHTNING');
    }
  });

  test('a bank account that is absent is refused without `error`', async () => {
    const unbanked = `/v2/ramp/${box.setting('UNBANKED_SUBACCOUNT_ID')}/banking/onramp/initiate`;
    for (const got of [
      await box.post(unbanked, onrampOrder(box.setting)),
      await box.post(`/v2/ramp/${mine}/banking/offramp/initiate`, offrampOrder(absentId)),
      await box.post(`/v1/ramp/${mine}/banking/offramp/initiate`, { recipient_id: absentId, amount: 5 }),
    ]) {
      expect(Object.keys(got.body)).toEqual(['statusCode', 'timestamp', 'message']);
      expect(got.body).toMatchObject({ statusCode: 404, message: 'Bank account not found' });
    }
  });
});

describe('what the document leaves open', () => {
  test('without approved KYC no money moves', async () => {
    const [id] = box.setting('UNVERIFIED_SUBACCOUNT_ID').split(',');
    const recipient = box.setting('USD_RECIPIENT_ID');
    const orders: Record<string, unknown> = {
      [`/v1/ramp/${id}/banking/deposits/simulate`]: depositOrder(),
      [`/v2/ramp/${id}/banking/onramp/initiate`]: onrampOrder(box.setting),
      [`/v2/ramp/${id}/banking/offramp/initiate`]: offrampOrder(recipient),
      [`/v1/ramp/${id}/banking/offramp/initiate`]: { recipient_id: recipient, amount: 5 },
    };
    const balances = (await box.get('/v1/ramp/banking/balances')).text;
    for (const [path, order] of Object.entries(orders)) {
      expect((await box.post(path, order)).body).toMatchObject({
        statusCode: 422,
        error: 'Unprocessable Entity',
      });
    }
    expect((await box.get('/v1/ramp/banking/balances')).text).toBe(balances);
    expect((await box.get(`/v2/ramp/${id}/banking/offramp/`)).body.count).toBe(0);
  });

  test('records are served under their own subaccount only', async () => {
    const other = box.setting('BUSINESS_SUBACCOUNT_ID');
    for (const path of [
      `/v2/ramp/${other}/banking/offramp/${box.setting('OFFRAMP_ID')}`,
      `/v1/ramp/${other}/banking/withdrawals/${box.setting('WITHDRAWAL_ID')}`,
      `/v1/ramp/${other}/banking/conversions/${box.setting('CONVERSION_ID')}`,
    ]) {
      expect((await box.get(path)).status).toBe(404);
      expect((await box.get(path.replace(other, mine))).status).toBe(200);
      expect((await box.get(path.replace(/[^/]+$/, 'no-id'))).status).toBe(404);
    }
  });

  test('bodies that are no order are refused, never with a 5xx', async () => {
    const odd = ['', '{', 'null', '[]', '"x"', '{"from":null}', '{"__proto__":{"amount":1}}', `${'['.repeat(9e4)}`];
    const wrong = [1e-9, 1e300, 0, -1, '5', null, [], {}, true];
    const lightning = `/v1/ramp/${mine}/banking/offramp/initiate`;
    const paths = routes.filter(({ method }) => method === 'POST').flatMap(({ paths: [path] }) => path ?? []);
    for (const path of paths) {
      for (const body of odd) {
        const got = await box.post(path.replace(':subaccountId', mine), body);
        expect(got.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
      }
    }
    for (const amount of wrong) {
      const order = { recipient_id: box.setting('USD_RECIPIENT_ID'), amount };
      expect((await box.post(lightning, order)).status).toBe(400);
    }
    expect((await box.post(lightning, '{}', { 'content-type': 'text/plain' })).body.statusCode).toBe(415);
    expect((await box.get('/v3/anything')).body).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });
});
