// Judgements over the replies to probes: pure, so that they can be run again on recorded exchanges. None sends, and none
// knows how firmly the document speaks.

export { isApproved } from '#schemas';
export * from './balances.ts';
export * from './errors.ts';
export * from './judgement.ts';
export * from './keys.ts';
export { isOfKind, type MessageKind } from './message.ts';
export * from './offramps.ts';
export * from './orders.ts';
export * from './pagination.ts';
export * from './pagination-walks.ts';
export * from './rails.ts';
export * from './registry.ts';
export * from './rule.ts';
export * from './scenarios.ts';
export * from './subaccounts.ts';
export * from './valid-requests.ts';
export * from './values.ts';
export * from './words.ts';
