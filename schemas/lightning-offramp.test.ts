import { lightningOfframp, lightningOfframpOrder } from './orders.ts';
import { shapeOf } from './shape.test.support.ts';

const recipient = '2f1c9b7e-5555-4666-8777-88889999aaaa';

shapeOf('lightningOfframpOrder', lightningOfframpOrder, { recipient_id: recipient, amount: 10 }, [
  [['recipient_id'], '', 'identifier'],
]);

const envelope = {
  success: true,
  data: {
    id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
    lightningInvoice: 'lnbc1',
    lightningInvoiceId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    targetAmount: 10,
    targetCurrency: 'NGN',
    lightningAmount: 0.0001,
    lightningCurrency: 'BTC',
    exchangeRate: 100000,
    lightningFee: 0,
    withdrawalFee: 1,
    targetAmountReceivable: 9,
    totalFees: 1,
    bankAccount: { id: recipient, bankName: null, accountId: '0123', currency: 'NGN' },
    expiresAt: null,
    status: 'pending',
    createdAt: '2024-05-01T10:20:30.456Z',
  },
  message: 'Invoice generated',
};

shapeOf('lightningOfframp', lightningOfframp, envelope, [
  [['success'], 'true', 'type'],
  [['data', 'status'], 'paid', 'set'],
  [['data', 'targetAmount'], '10', 'type'],
  [['data', 'expiresAt'], '2024-05-01', 'timestamp'],
  [['data', 'bankAccount', 'bankName'], undefined, 'omitted-nullable'],
]);
