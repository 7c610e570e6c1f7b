import { expect, test } from 'vitest';
import { RampClient } from './client.ts';

// Names of its own: rehearse --env SERVICE_URL=RAMP_BASE_URL --env SERVICE_KEY=RAMP_API_KEY
const client = new RampClient(process.env.SERVICE_URL ?? '', process.env.SERVICE_KEY ?? '');

test('offers a method for reais', async () => {
  expect(await client.listMethods('BRL')).not.toHaveLength(0);
});

test('offers each method in the currency that was asked for', async () => {
  for (const { currency } of await client.listMethods('BRL')) expect(currency?.toUpperCase()).toBe('BRL');
});

test('shows the limits of each method', async () => {
  for (const { least, most } of await client.listMethods('BRL')) expect(least).toBeLessThan(most);
});

test('shows each method with its network', async () => {
  for (const { label } of await client.listMethods('BRL')) expect(label).toMatch(/^.+ \(.+\)$/);
});
