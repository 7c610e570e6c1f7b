import { type OperationId, operationIds, operationOf } from '#contract';
import { groupBy } from './group-by.ts';
import type { JudgedRequirement } from './verdict.ts';

/** Requirements of one endpoint, or those that belong to none alone. */
export interface EndpointGroup {
  /** `6 POST /v2/...`, or `Across endpoints`. */
  readonly title: string;
  /** The operation's id, or `across endpoints`. */
  readonly name: string;
  readonly requirements: readonly JudgedRequirement[];
}

const isOperationId = (name: string): name is OperationId =>
  (operationIds as readonly string[]).includes(name);

/** The operation that a requirement belongs to: the first part of its id, where that is one. */
export const endpointOf = (requirement: string): OperationId | undefined => {
  const [name = ''] = requirement.split('/');
  return isOperationId(name) ? name : undefined;
};

export const titleOf = (operation: OperationId | undefined): string => {
  if (operation === undefined) return 'Across endpoints';
  const { number, method, path } = operationOf(operation);
  return `${number} ${method} ${path}`;
};

const byDocument = (first: OperationId | undefined, second: OperationId | undefined): number =>
  placeOf(first) - placeOf(second);

const placeOf = (operation: OperationId | undefined): number =>
  operation === undefined ? operationIds.length : operationIds.indexOf(operation);

/** Requirements by endpoint, in the order of the document's table, the general ones last. */
export const byEndpoint = (requirements: readonly JudgedRequirement[]): EndpointGroup[] =>
  [...groupBy(requirements, ({ id }) => endpointOf(id))]
    .sort(([first], [second]) => byDocument(first, second))
    .map(([operation, group]) => ({
      title: titleOf(operation),
      name: operation ?? 'across endpoints',
      requirements: group,
    }));

/** `7`, `1, 5, 11`, or `all` with their number. */
export const numbersText = (endpoints: readonly number[]): string =>
  endpoints.length === operationIds.length ? `all ${endpoints.length}` : endpoints.join(', ');

/** `endpoint 7`, `endpoints 1, 5, 11`, or `all 14 endpoints`. */
export const endpointsText = (endpoints: readonly number[]): string => {
  if (endpoints.length === operationIds.length) return `all ${endpoints.length} endpoints`;
  return `${endpoints.length === 1 ? 'endpoint' : 'endpoints'} ${endpoints.join(', ')}`;
};
