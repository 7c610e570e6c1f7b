/** The promises of the document, as data: operations, requirements, and the form of a result. */

export { depositCurrencies, onrampAssets, rails } from '#schemas';
export * from './catalogue.ts';
export type { InputOf, Method, Operation } from './operation.ts';
export {
  answering,
  holding,
  type Input,
  identified,
  isOrder,
  type OperationId,
  type Operations,
  type OrderId,
  operationIds,
  operationOf,
  orderIds,
  ownParameter,
  parametersOf,
} from './operations.ts';
export * from './outcome.ts';
export { Refused } from './refused.ts';
export type { Firmness, Requirement, Tag } from './requirement.ts';
export { isListing, type Listing, listings, type PaginationRule, readOf } from './requirements/pagination.ts';
export { namedRails, unnamedRails } from './requirements/rails.ts';
export { isSequence } from './requirements/sequences.ts';
export * from './target.ts';
export * from './touched.ts';
export { unobservable } from './unobservable.ts';
export { requirementOfViolation } from './violation.ts';
