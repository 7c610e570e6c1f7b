import { onramp, onrampOrder } from './orders.ts';
import { shapeOf } from './shape.test.support.ts';

const reference = '0b9f1a52-1111-4222-8333-444455556666';

const order = {
  from: { amount: 100, currency: 'BRL' },
  to: { asset: 'USDC', chain: 'POLYGON', destination_address: '0xabc' },
  client_onramp_reference: reference,
};

shapeOf('onrampOrder', onrampOrder, order, [
  [['to', 'asset'], 'EURC', 'set'],
  [['from', 'amount'], '100', 'type'],
  [['client_onramp_reference'], 'ref-1', 'identifier'],
]);

const record = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  status: 'pending',
  type: 'onramp',
  created_at: '2024-05-01T10:20:30.456Z',
  account_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  client_onramp_reference: reference,
  from: {
    amount: '100',
    currency: 'brl',
    payment_instructions: { method: 'pix', qr_code: '00020126', expires_at: '2024-05-01T10:50:30.456Z' },
  },
  to: { asset: 'usdc', gross_amount: '19.50', net_amount: '19.00', address: '0xabc' },
  pricing: {
    fx_rate: '5.12',
    fees: {
      onramp_fee: '0.40',
      onramp_fee_currency: 'brl',
      network_fee: '0.10',
      network_fee_asset: 'usdc',
      total_fees: '0.50',
      total_fees_currency: 'usd',
    },
  },
};

shapeOf('onramp', onramp, record, [
  [['status'], 'completed', 'set'],
  [['type'], 'offramp', 'set'],
  [['from', 'amount'], '1e2', 'decimal'],
  [['from', 'amount'], 100, 'type'],
  [['from', 'payment_instructions', 'expires_at'], '2024-05-01T12:50:30.456+02:00', 'timestamp'],
  [['pricing', 'fees', 'onramp_fee_currency'], 'BRL', 'currency-case'],
  [['pricing', 'fees', 'network_fee_asset'], 'Usdc', 'currency-case'],
  [['pricing', 'fees', 'total_fees'], '1,000.00', 'decimal'],
]);
