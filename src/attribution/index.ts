// Tells whose answer each exchange of a run holds, and why. Pure: the further look that this may need is sent before.

export { refusalText } from './alike.ts';
export {
  answererOf,
  cacheIn,
  describeAnswer,
  isFromService,
  isOfGateways,
  isThrottled,
  keptByCache,
  type Marked,
  markedAs,
  productIn,
} from './answerer.ts';
export * from './attribute.ts';
export { isOfLockOut, isPageOfRefusal, isServedRead, mayRefuseCaller, mayTurnAway } from './lock-out.ts';
export { oncePerReply } from './once.ts';
export * from './page.ts';
export * from './reasons.ts';
export { formsAlike, type RefusalCause, type Refusals, refusalsIn, unlistedShown } from './refusals.ts';
