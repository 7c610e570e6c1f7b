import { expect, test } from 'vitest';
import { RampClient } from './client.ts';

// Names of its own: rehearse --env SERVICE_URL=RAMP_BASE_URL --env SERVICE_KEY=RAMP_API_KEY
const client = new RampClient(process.env.SERVICE_URL ?? '', process.env.SERVICE_KEY ?? '');
const person = process.env.RAMP_INDIVIDUAL_SUBACCOUNT_ID ?? '';
const business = process.env.RAMP_BUSINESS_SUBACCOUNT_ID ?? '';

test('shows the balance in dollars', async () => {
  const { balances } = await client.readBalances();
  expect(balances.usd).toBeGreaterThanOrEqual(0);
});

test('offers a rail for dollars', async () => {
  const rails = await client.listRails(person);
  expect(rails.get('USD')).not.toHaveLength(0);
});

test('offers methods with their limits', async () => {
  for (const { least, most } of await client.listMethods('BRL')) expect(least).toBeLessThanOrEqual(most);
});

test('shows the newest conversion', async () => {
  const { data, total } = await client.listConversions(person);
  expect(total).toBeGreaterThanOrEqual(data.length);
  expect(Number(data[0]?.rate)).toBeGreaterThan(0);
});

test('shows the owners of a business', async () => {
  expect(await client.ownersOf(business)).not.toHaveLength(0);
});
