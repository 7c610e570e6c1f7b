import { isListing, isOrder, type OperationId, ownParameter, roleOf } from '#contract';
import { ordersOf } from '../orders/valid-orders.ts';
import type { Service } from '../source.ts';

/** A valid request besides the plain one: in words, and the input in which it differs. */
export type OtherRequest = readonly [what: string, input: Readonly<Record<string, unknown>>];

/** Operations that answer for a business as for an individual, with any records. */
const isOfAnySubaccount = (operation: OperationId): boolean =>
  operation === 'subaccount.read' || isListing(operation) || isOrder(operation);

const secondRecord = ({ roles, order }: Service, operation: OperationId): readonly OtherRequest[] => {
  const parameter = ownParameter(operation);
  const role = roleOf(parameter);
  const ids = role !== 'individual' && roles.has(role) ? [roles[role]].flat() : [];
  const values = parameter === 'currency' ? order.taxonomyCurrencies : ids;
  return values.slice(1, 2).map((value) => ['another record', { [parameter]: value }]);
};

/** The order that differs most from the plain one. */
const secondOrder = (service: Service, operation: OperationId): readonly OtherRequest[] => {
  if (!isOrder(operation)) return [];
  const others = ordersOf(service, operation).filter(
    ({ kind, typical, role }) => typical && role === undefined && kind !== 'plain' && kind !== 'of cents',
  );
  return others.slice(-1).map(({ kind, body }) => [`an order ${kind}`, { body: body(service) }]);
};

/** A permission may be looked up for some subaccounts, records and kinds of orders alone. */
export const otherRequests = (service: Service, operation: OperationId): readonly OtherRequest[] => [
  ...(isOfAnySubaccount(operation) && service.roles.has('business')
    ? [['the business', { subaccountId: service.roles.business }] as const]
    : []),
  ...secondRecord(service, operation),
  ...secondOrder(service, operation),
];
