// Judgements over recorded exchanges: pure functions that send nothing and do not know the level of a claim.

export { isApproved } from '#schemas';
export * from './balance-spans.ts';
export * from './balances.ts';
export * from './errors.ts';
export * from './judgement.ts';
export * from './judges.ts';
export * from './keys.ts';
export * from './offramps.ts';
export * from './orders.ts';
export * from './pagination.ts';
export * from './pagination-walks.ts';
export * from './rails.ts';
export * from './rates.ts';
export { isOfKind, withoutRefusedAlike } from './refusal.ts';
export * from './refused-data.ts';
export * from './row.ts';
export * from './rule.ts';
export * from './sameness.ts';
export * from './scenarios.ts';
export * from './subaccounts.ts';
export * from './taxonomy.ts';
export * from './valid-requests.ts';
export * from './values.ts';
