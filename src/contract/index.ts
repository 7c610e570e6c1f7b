/** The promises of the document, as data: operations, requirements, and the form of a result. */

export { depositCurrencies, onrampAssets, rails } from '#schemas';
export * from './catalogue.ts';
export type { Firmness, Tag } from './claim.ts';
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
export { isListing, type Listing, listings, type PaginationRule, readOf } from './rules/pagination.ts';
export { namedRails, unnamedRails } from './rules/rails.ts';
export { isSequence } from './rules/sequences.ts';
export * from './status.ts';
export * from './target.ts';
export * from './touched.ts';
export { unobservable } from './unobservable.ts';
export { requirementOfViolation } from './violation.ts';
