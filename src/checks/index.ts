// Judgements over the replies to probes: pure, so that they can be run again on recorded exchanges. None sends, and none
// knows how firmly the document speaks.

export { isApproved } from '#schemas';
export { leavesNoTrace } from './aftermath.ts';
export { leavesBalancesAlone, leavesBalancesAloneEachTime, movesItsOwnBalanceAlone } from './balances.ts';
export * from './capabilities.ts';
export * from './created-offramps.ts';
export * from './errors.ts';
export {
  both,
  type Found,
  guiltyReplies,
  ifAny,
  type Judge,
  type Judgement,
  on,
} from './judgement.ts';
export * from './keys.ts';
export { repeatsItself } from './lasting.ts';
export * from './listed-values.ts';
export { isOfKind, type MessageKind } from './message.ts';
export * from './negative-amounts.ts';
export * from './observations.ts';
export * from './offramps-over-time.ts';
export * from './pagination.ts';
export * from './pagination-walks.ts';
export * from './persons.ts';
export * from './premise.ts';
export {
  localOver,
  namedInAnotherCurrency,
  namedInRecasedDollars,
  namedOver,
  namedOverAnother,
  namedWithoutRail,
  plainOverUnlisted,
  toIncompleteRecipient,
} from './rail-terms.ts';
export { acceptsOrders, acceptsSomeRail, observesOrders, observesRailSpace, refusesOrders } from './rails.ts';
export * from './registry.ts';
export * from './rules.ts';
export * from './scenario-balances.ts';
export * from './scenario-conversions.ts';
export * from './scenario-offramps.ts';
export { keepsOrders } from './traces.ts';
export { carriesContent, datesNothingToCome, leavesNoTextEmpty } from './values.ts';
export * from './words.ts';
