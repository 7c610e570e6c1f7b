import { bankAccountError, fullError, shortError } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const body = {
  statusCode: 404,
  message: 'Customer not found',
  timestamp: '2024-05-01T10:20:30.456Z',
  path: '/v1/kyc/customers/1',
  error: 'Error',
};

shapeOf('fullError', fullError, body, [
  [['statusCode'], 404.5, 'integer'],
  [['statusCode'], '404', 'type'],
  [['timestamp'], '2024-05-01 10:20:30.456Z', 'timestamp'],
  [['error'], undefined, 'missing'],
]);

shapeOf('shortError', shortError, { error: 'Unauthorized', message: 'Invalid or missing API key' }, [
  [['error'], undefined, 'missing'],
  [['message'], ['a', 'b'], 'type'],
]);

const { error: _, path: __, ...withoutError } = body;

shapeOf('bankAccountError', bankAccountError, withoutError, [
  [['statusCode'], null, 'null'],
  [['timestamp'], 1714558830456, 'type'],
]);
