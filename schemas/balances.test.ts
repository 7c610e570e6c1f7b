import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { balances } from './records.ts';
import { shapeOf } from './shape.test.support.ts';

const valid = {
  id: '8f14e45f-ceea-467f-a5d5-91b1ccb1a0f1',
  email: 'ops@example.com',
  balances: { usd: 10.5, brl: 0 },
  businessName: 'Acme',
  status: 'created',
  createdAt: '2024-05-01T10:20:30.456Z',
};

shapeOf('balances', balances, valid, [
  [['balances', 'usd'], '10.5', 'type'],
  [['balances', 'USD'], 1, 'currency-case'],
  [['balances'], [1], 'type'],
  [['id'], '', 'identifier'],
]);

test('a currency code that is not lower case is named as such, with any balance', () => {
  expect(inspect(balances, { ...valid, balances: { Usd: 1 } })).toEqual([
    {
      kind: 'currency-case',
      code: 'CURRENCY_CODE_CASE',
      path: ['balances', 'Usd'],
      expected: 'lower-case code',
      observed: 'differs only in case',
    },
  ]);
});
