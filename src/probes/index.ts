// The probes: each sends requests for one reason, judges nothing, and keeps every exchange.

export * from './keys/key-order.ts';
export * from './keys/refused-keys.ts';
export { listedBack, readAgain, readBack } from './listings/created-offramps.ts';
export * from './listings/further-reads.ts';
export * from './listings/listing.ts';
export * from './listings/listing-survey.ts';
export * from './listings/page.ts';
export * from './listings/sample.ts';
export * from './orders/amounts.ts';
export * from './orders/balances.ts';
export * from './orders/deposits.ts';
export * from './orders/effects.ts';
export * from './orders/faulty-orders.ts';
export * from './orders/orders.ts';
export * from './orders/rails.ts';
export { longestTryWaitMs } from './orders/try-waits.ts';
export * from './orders/valid-orders.ts';
export * from './reads/absent.ts';
export { capableCurrencies, isNotOffered, readProbeOf } from './reads/configured.ts';
export * from './reads/isolation.ts';
export * from './reads/ordinary.ts';
export * from './reads/reads.ts';
export { purposesOf, unrecognised } from './recorded/recognise.ts';
export { type BalanceRead, depositedBy, type StepResult, scenarios, type Trace } from './scenario.ts';
export { type BalancesAround, type Replayed, RunMemory, type Service } from './service.ts';
export {
  type Attempted,
  all,
  answerOf,
  available,
  derive,
  ifAllowed,
  isAnswered,
  joined,
  type Mode,
  modes,
  type Probe,
  probe,
  probesOf,
  type Recorded,
  type Source,
  unshown,
} from './source.ts';
