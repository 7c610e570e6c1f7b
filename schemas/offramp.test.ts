import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { offrampCreated, offrampListing, offrampOrder, offrampRetrieved } from './orders.ts';
import { shapeOf } from './shape.test.support.ts';

const recipient = '2f1c9b7e-5555-4666-8777-88889999aaaa';

const order = {
  from: { chain: 'POLYGON_AMOY', asset: 'USDC', amount: 50, sender_address: '0xabc' },
  to: { recipient_id: recipient, currency: 'USD', payment_rail: 'WIRE' },
  client_offramp_reference: 'ref-1',
};

shapeOf('offrampOrder', offrampOrder, order, [
  [['to', 'recipient_id'], 'r-1', 'identifier'],
  [['from', 'amount'], '50', 'type'],
]);

const fees = { offramp_fee: '0.50', offramp_fee_currency: 'usd' };
const allFees = {
  ...fees,
  network_fee: '0.10',
  network_fee_asset: 'USDC',
  total_fees: '0.60',
  total_fees_currency: 'usd',
};

const created = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  type: 'offramp',
  status: 'pending',
  created_at: '2024-05-01T10:20:30.456Z',
  account_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  client_offramp_reference: 'ref-1',
  from: { amount: '50', asset: 'USDC', network: 'POLYGON', address: '0xabc' },
  to: { currency: 'USD', gross_amount: '50.00', net_amount: '49.40', recipient_id: recipient },
  pricing: { fx_rate: '1', fees: allFees },
  settlement: { further: true },
};

shapeOf('offrampCreated', offrampCreated, created, [
  [['status'], 'paid', 'set'],
  [['pricing', 'fees', 'network_fee'], undefined, 'missing'],
  [['pricing', 'fx_rate'], ' 1', 'decimal'],
  [['to', 'recipient_id'], '00000000-0000-0000-0000-000000000000', 'nil-identifier'],
]);

const retrieved = {
  ...created,
  status: 'completed',
  settlement: {
    withdrawal_id: '9d3b6c1a-0000-4000-8000-00000000000a',
    estimated_at: '2024-05-02T10:20:30.456+00:00',
    end_to_end_id: 'E1',
  },
};

shapeOf('offrampRetrieved', offrampRetrieved, retrieved, [
  [['status'], 'cancelled', 'set'],
  [['settlement'], undefined, 'missing'],
  [['settlement', 'withdrawal_id'], 'w-1', 'identifier'],
  [['settlement', 'estimated_at'], 'tomorrow', 'timestamp'],
  [['settlement', 'withdrawal_id'], undefined, 'omitted-nullable'],
  [['settlement', 'end_to_end_id'], undefined, 'missing'],
  [['settlement', 'end_to_end_id'], null, 'null'],
  [['settlement', 'end_to_end_id'], 7, 'type'],
  [['pricing', 'fees', 'total_fees'], '', 'decimal'],
]);

const listing = { data: [retrieved], count: 1, page: 1, limit: 10, totalPages: 1 };

shapeOf('offrampListing', offrampListing, listing, [
  [['count'], 1.5, 'integer'],
  [['totalPages'], '1', 'type'],
  [['data'], {}, 'type'],
  [['data', 0, 'settlement', 'estimated_at'], '', 'timestamp'],
]);

test('only the creation owes the network and total fees', () => {
  const lean = { ...retrieved, pricing: { fx_rate: '1', fees } };
  expect(inspect(offrampRetrieved, lean)).toEqual([]);
  expect(inspect(offrampCreated, { ...created, pricing: { fx_rate: '1', fees } })).toHaveLength(4);
});
