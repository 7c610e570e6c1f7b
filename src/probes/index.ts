// The requests, and the reasons for them. A probe sends and judges nothing; it may wait for a state, and keeps every
// exchange on the way.

export * from './absent.ts';
export { type BalanceRead, depositedBy } from './balance-watch.ts';
export * from './balances.ts';
export * from './connections.ts';
export * from './created-offramps.ts';
export * from './described-refusals.ts';
export { drawn } from './drawn.ts';
export * from './faulty-orders.ts';
export * from './further-reads.ts';
export { givenAccepted } from './given-accepted.ts';
export * from './isolation.ts';
export * from './key-order.ts';
export * from './lightning.ts';
export * from './listing.ts';
export * from './listing-bounds.ts';
export * from './listing-others.ts';
export * from './listing-survey.ts';
export * from './malformed-ids.ts';
export { oddOrders } from './odd-orders.ts';
export * from './order-balances.ts';
export * from './order-body.ts';
export * from './orders.ts';
export * from './ordinary.ts';
export * from './pairs.ts';
export * from './rails.ts';
export * from './reads.ts';
export { purposesOf, unrecognised } from './recognise.ts';
export { type Recorded, unshown } from './recorded.ts';
export * from './records.ts';
export * from './refused-key-balances.ts';
export * from './refused-keys.ts';
export {
  type Aftermath,
  listingsAfterKeyRefusals,
  listingsAfterRailRefusals,
  listingsAfterRecipientRefusals,
} from './refused-orders.ts';
export { scenarios } from './scenario.ts';
export { isCreated, type State, type Taken, type Trace } from './scenario-play.ts';
export { readsAndItems, rereadOfframps } from './second-reads.ts';
export { answerOf, isSeen, type Seen } from './seen.ts';
export type { Replayed, Service } from './service.ts';
export {
  all,
  available,
  type Derived,
  derive,
  joined,
  listed,
  type Mode,
  type Probe,
  probe,
  probesOf,
  type Search,
  type Smaller,
  type Source,
} from './source.ts';
export * from './unlisted.ts';
export * from './valid-orders.ts';
export * from './versions.ts';
