import { depositOrder } from './orders.ts';
import { shapeOf } from './shape.test.support.ts';

shapeOf('depositOrder', depositOrder, { currency: 'BRL', amount: 10, accountNumber: '123' }, [
  [['currency'], 'GBP', 'set'],
  [['currency'], 'brl', 'set'],
  [['amount'], '10', 'type'],
  [['accountNumber'], 123, 'type'],
]);
