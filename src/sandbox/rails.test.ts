import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSandbox, offrampOrder, openSandbox } from './caller.test.support.ts';
import { incompleteRecipientIds } from './order.ts';

let box: OpenSandbox;
beforeAll(async () => {
  box = await openSandbox();
});
afterAll(() => box.close());

const path = () => `/v2/ramp/${box.setting('INDIVIDUAL_SUBACCOUNT_ID')}/banking/offramp/`;
const order = (recipient: string, to: Record<string, unknown>) =>
  box.post(`${path()}initiate`, offrampOrder(recipient, to));
const count = async () => (await box.get(path())).body.count;

const matrix = [
  ['USD_RECIPIENT_ID', 'USD', ['none', 'ACH', 'WIRE', 'SWIFT', 'RTP', 'SAME_DAY_ACH'], ['SEPA', 'wire', '', 7]],
  ['NAMED_RECIPIENT_ID', 'USD', ['none', 'WIRE', 'SWIFT'], ['ACH', 'RTP', 'SAME_DAY_ACH', 'SEPA']],
  ['NAMED_RECIPIENT_ID', 'EUR', [], ['none', 'WIRE', 'SWIFT']],
  ['NAMED_RECIPIENT_ID', 'usd', [], ['none', 'WIRE', 'ACH']],
  ['LOCAL_RECIPIENT_ID', 'BRL', ['none'], ['WIRE', 'ACH', 'SEPA']],
  ['LOCAL_RECIPIENT_ID', 'USD', [], ['none', 'WIRE']],
  ['INCOMPLETE_NAMED_RECIPIENT_ID', 'USD', [], ['none', 'WIRE', 'SWIFT', 'ACH']],
] as const;

test.each(matrix)('%s in %s', async (recipient, currency, accepted, refused) => {
  const send = (rail: unknown) =>
    order(box.setting(recipient), { currency, ...(rail === 'none' ? {} : { payment_rail: rail }) });
  for (const rail of accepted) expect(await send(rail)).toMatchObject({ status: 201 });
  const had = await count();
  for (const rail of refused) expect((await send(rail)).body).toMatchObject({ statusCode: 400 });
  expect(await count()).toBe(had);
});

test('each identifying field is needed', async () => {
  for (const [field, recipient] of Object.entries(incompleteRecipientIds)) {
    const got = await order(recipient, { payment_rail: 'WIRE' });
    expect(got).toMatchObject({ status: 400, body: { message: expect.stringContaining(field) } });
  }
});
