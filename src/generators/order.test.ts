import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import * as schema from '#schemas';
import { isUnlistedAsset } from './classify-code.ts';
import { depositOrder } from './deposit.ts';
import { keepsTheLaws } from './laws.test.support.ts';
import { lightningOfframpOrder } from './lightning-offramp.ts';
import { material } from './material.test.support.ts';
import { offrampOrder } from './offramp.ts';
import { nonsenseRail } from './offramp-rail.ts';
import { onrampOrder } from './onramp.ts';
import { unlistedAsset } from './onramp-asset.ts';
import { reference } from './reference.ts';

const recipientId = randomUUID();
const dollars = { recipientId, currency: 'USD' };
const isValid = (order: ZodType) => (body: unknown) => schema.inspect(order, body).length === 0;

keepsTheLaws('depositOrder', () => depositOrder(material), isValid(schema.depositOrder));
keepsTheLaws('onrampOrder', () => onrampOrder(material), isValid(schema.onrampOrder));
keepsTheLaws('offrampOrder', () => offrampOrder(material, dollars), isValid(schema.offrampOrder));
keepsTheLaws(
  'offrampOrder with a rail',
  () => offrampOrder(material, { ...dollars, rail: nonsenseRail() }),
  (body) => isValid(schema.offrampOrder)(body),
);
keepsTheLaws(
  'lightningOfframpOrder',
  () => lightningOfframpOrder(material, { recipientId }),
  isValid(schema.lightningOfframpOrder),
);
keepsTheLaws(
  'onrampOrder of an unlisted asset',
  () => onrampOrder(material, { asset: unlistedAsset() }),
  (body) => isUnlistedAsset(JSON.stringify(body)),
);

test('the offramp carries a rail only where one is given, and the members of the document', () => {
  const [bare] = fc.sample(offrampOrder(material, dollars), 1);
  const [railed] = fc.sample(offrampOrder(material, { ...dollars, rail: 'WIRE', reference: 'mine' }), 1);
  expect(bare?.to).toEqual({ recipient_id: recipientId, currency: 'USD' });
  expect(railed).toEqual({
    from: { chain: 'POLYGON_AMOY', asset: 'USDC', amount: 12.5, sender_address: '0xdef' },
    to: { recipient_id: recipientId, currency: 'USD', payment_rail: 'WIRE' },
    client_offramp_reference: 'mine',
  });
});

test('each order has a reference of its own, in the same seed and down the shrinks', () => {
  const references: unknown[] = [];
  const look = fc.property(onrampOrder(material, { asset: unlistedAsset() }), (body) => {
    references.push(body.client_onramp_reference);
    return false;
  });
  for (const seed of [3, 3, 4]) fc.check(look, { seed });
  expect(references.length).toBeGreaterThan(3);
  expect(new Set(references).size).toBe(references.length);
  expect(new Set(fc.sample(reference(), 50)).size).toBe(50);
});

test('orders that differ in their reference alone are one case', () => {
  let runs = 0;
  const count = fc.property(onrampOrder(material), () => {
    runs += 1;
  });
  fc.check(count, { numRuns: 12, skipEqualValues: true });
  expect(runs).toBe(1);
});

test('what is sent is plain JSON', () => {
  const [body] = fc.sample(onrampOrder(material), 1);
  expect(Object.keys(JSON.parse(JSON.stringify(body)))).toEqual(['from', 'to', 'client_onramp_reference']);
});
