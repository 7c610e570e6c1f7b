/** The promises of the document, as data: operations and requirements. */

export { depositCurrencies, onrampAssets, rails } from '#schemas';
export * from './catalogue.ts';
export {
  type Claim,
  type Firmness,
  firmnesses,
  firmnessMeanings,
  gates,
  type Heeded,
  isPromise,
  type Meaning,
  subjectOf,
  type Tag,
} from './claim.ts';
export { namedRails, unnamedRails } from './endpoints/offramp.ts';
export {
  type Absence,
  type Method,
  type OrderFacts,
  type SubaccountRole,
  subaccountRoles,
} from './operation.ts';
export {
  answering,
  headingOf,
  type Input,
  identified,
  isListing,
  isOrder,
  type Listing,
  lasting,
  listedIn,
  listings,
  type OperationId,
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
  reads,
  refusingTheAbsent,
  showingTheirId,
  withAmounts,
  withListings,
} from './operations.ts';
export { byRisk, type Risk, riskMeanings, riskOf, riskOfFinding, risks } from './risk.ts';
export { placePattern, requirementOfViolation } from './violation.ts';
