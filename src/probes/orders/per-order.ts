import { type OrderId, orderIds } from './valid-orders.ts';

/** Makes one for each operation that places orders, once, so that all callers get the same. */
export const forEachOrder = <T>(make: (operation: OrderId) => T): ((operation: OrderId) => T) => {
  const made = new Map(orderIds.map((operation) => [operation, make(operation)]));
  return (operation) => made.get(operation) ?? make(operation);
};
