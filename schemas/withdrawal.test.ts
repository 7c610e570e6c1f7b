import { withdrawal } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const valid = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  amount: '10.00000000',
  currency: 'USDT',
  status: 'pending',
  created_at: '2024-05-01T10:20:30.456Z',
  protocol: 'ERC20',
  description: null,
  chain: 'ETH',
  local_currency: 'USD',
  local_amount: '10',
  destinationAddress: '0xabcdef',
  destination_address: '0xa...ef',
  tx_hash: null,
  destination_tag: null,
  fee_amount: '0.5',
  fee_currency: 'USDT',
  rate: 1,
  gross_amount: 10.5,
};

shapeOf('withdrawal', withdrawal, valid, [
  [['amount'], '10.0000000', 'places'],
  [['amount'], '10', 'places'],
  [['amount'], '1e1', 'decimal'],
  [['fee_amount'], '+0.5', 'decimal'],
  [['rate'], '1', 'type'],
  [['tx_hash'], undefined, 'omitted-nullable'],
]);
