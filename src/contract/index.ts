/** The promises of the document, as data: operations, requirements, and the form of a result. */

export { depositCurrencies, onrampAssets, rails } from '#schemas';
export * from './catalogue.ts';
export {
  type Firmness,
  firmnesses,
  firmnessMeanings,
  gates,
  type Heeded,
  isPromise,
  type Tag,
} from './claim.ts';
export {
  type Absence,
  type Method,
  type OperationId,
  type OrderFacts,
  type SubaccountRole,
  subaccountRoles,
} from './operation.ts';
export {
  answering,
  type Input,
  identified,
  isListing,
  isOrder,
  type Listing,
  lasting,
  listedIn,
  listings,
  type Operations,
  type OrderId,
  operationIds,
  operationOf,
  operationsWith,
  orderIds,
  owned,
  ownParameter,
  parametersOf,
  personal,
  readOf,
  refusingTheAbsent,
  showingTheirId,
  withAmounts,
  withListings,
} from './operations.ts';
export * from './outcome.ts';
export * from './reason.ts';
export type { RequirementId } from './requirement-ids.ts';
export { namedRails, unnamedRails } from './rules/orders.ts';
export type { ListingRule } from './rules/pagination.ts';
export { partRequirements } from './rules/records.ts';
export { shellLine, shellWord } from './shell-line.ts';
export * from './target.ts';
export * from './variables.ts';
export { placePattern, requirementOfViolation } from './violation.ts';
