/** The promises of the document, as data: operations, requirements, and the form of a result. */

export * from './catalogue.ts';
export type { InputOf, Method, Operation } from './operation.ts';
export { depositCurrencies } from './operations/deposit.ts';
export { namedRails, rails, unnamedRails } from './operations/offramp.ts';
export { onrampAssets } from './operations/onramp.ts';
export {
  answering,
  holding,
  type Input,
  type OperationId,
  type Operations,
  operationIds,
  operationOf,
} from './operations.ts';
export * from './order-amount.ts';
export * from './outcome.ts';
export type { Firmness, Requirement, Tag } from './requirement.ts';
export { listings, type PaginationRule } from './requirements/pagination.ts';
export { isSequence } from './requirements/sequences.ts';
export * from './target.ts';
export * from './touched.ts';
export { unobservable } from './unobservable.ts';
export { requirementOfViolation } from './violation.ts';
