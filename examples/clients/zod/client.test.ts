import { expect, test } from 'vitest';

// The client as it was written first, or as it was mended (docs/rehearse.md).
const { RampClient } = (await import(
  process.env.CLIENT === 'mended' ? './mended.ts' : './client.ts'
)) as typeof import('./client.ts');

const setting = (name: string): string => process.env[`RAMP_${name}`] ?? '';
const client = new RampClient({ baseUrl: setting('BASE_URL'), apiKey: setting('API_KEY') });
const subaccountId = setting('INDIVIDUAL_SUBACCOUNT_ID');

test('shows who the customer is', async () => {
  const { id, createdAt } = await client.readSubaccount(subaccountId);
  expect(id.toLowerCase()).toBe(subaccountId);
  expect(Date.parse(createdAt)).toBeGreaterThan(Date.parse('2020-01-01'));
});

test('starts an onramp and shows how to pay', async () => {
  const { from, to } = await client.startOnramp(subaccountId, {
    from: { amount: 100, currency: 'BRL' },
    to: { asset: 'USDC', chain: 'ETH', destination_address: setting('ONRAMP_ADDRESS') },
    client_onramp_reference: crypto.randomUUID(),
  });
  expect(Number(from.amount)).toBe(100);
  expect(Number(to.net_amount)).toBeGreaterThan(0);
});

test('lists all offramps, none twice', async () => {
  const all = await client.listOfframps(subaccountId);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('reads an offramp with its state', async () => {
  const { status } = await client.readOfframp(subaccountId, setting('OFFRAMP_ID'));
  expect(status).toBe('completed');
});

test('reads a withdrawal', async () => {
  const { amount } = await client.readWithdrawal(subaccountId, setting('WITHDRAWAL_ID'));
  expect(Number(amount)).toBeGreaterThanOrEqual(0);
});

test('says that a subaccount is not found', async () => {
  await expect(client.readSubaccount(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
});
