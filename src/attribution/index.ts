// The attribution of exchanges: who answered, and why. Pure; second looks are sent before it.

export { accidentsIn, areAccidents, badSpellsIn, isFailure } from './accidents.ts';
export { refusalText, textsIn } from './alike.ts';
export * from './answerer.ts';
export * from './attribute.ts';
export { hasBlockedPrefix, hasPrefix, prefixRuleIn, withoutPrefix } from './firewall.ts';
export * from './lock-out.ts';
export {
  type AnswerTraits,
  type Barrier,
  barrierIn,
  describeAnswer,
  isOfGateways,
  isOwnClosing,
  isThrottled,
  namedWait,
  productIn,
  productOfPage,
} from './marks.ts';
export { formsAlike, isRefusedOrder, type RefusalCause, type Refusals, refusalsIn, unlistedShown } from './refusals.ts';
