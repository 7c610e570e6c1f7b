import { conversion, conversionListing } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const valid = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  fromCurrency: 'usd',
  toCurrency: 'ngn',
  amount: '10.000000000000',
  feeAmount: '0.100000000000',
  netAmount: '9.900000000000',
  estimatedReceived: '14850.000000000000',
  rate: '1500.000000000000',
  createdAt: '2024-05-01T10:20:30.456Z',
};

shapeOf('conversion', conversion, valid, [
  [['fromCurrency'], 'USD', 'currency-case'],
  [['amount'], '10.00', 'places'],
  [['rate'], '1500,000000000000', 'decimal'],
  [['netAmount'], 9.9, 'type'],
]);

const listing = { data: [valid], total: 1, page: 1, limit: 10, totalPages: 1 };

shapeOf('conversionListing', conversionListing, listing, [
  [['total'], undefined, 'missing'],
  [['page'], 0.5, 'integer'],
  [['data', 0, 'feeAmount'], '0.1', 'places'],
]);
