/** What the document promises, as data: operations, requirements, and the words in which a result is told. */
export * from './authentication.ts';
export * from './catalogue.ts';
export { depositCurrencies } from './deposit.ts';
export { onrampAssets } from './onramp.ts';
export type { InputOf, Method, Operation } from './operation.ts';
export { type Input, type Operations, operationIds, operationOf } from './operations.ts';
export * from './outcome.ts';
export { listings, type PaginationRule } from './pagination.ts';
export { namedRails, rails, unnamedRails } from './rails.ts';
export { answering, holding } from './record.ts';
export type { Claim, Firmness, Requirement, Tag } from './requirement.ts';
export { sequenceRequirements } from './sequence.ts';
export * from './target.ts';
export * from './touched.ts';
export { unobservable } from './unobservable.ts';
