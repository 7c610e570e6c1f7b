// Tells whose answer each exchange of a run holds, and why. Pure: the further look that this may need is sent before.

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
export {
  type Attribution,
  attribute,
  countAnswers,
  isUnrouted,
  pageIn,
  pageInsteadOfRecord,
  promisedBody,
  type Responder,
  unreadableIn,
} from './attribute.ts';
export {
  isBusinessRefusal,
  isForItsAmount,
  isInEnglish,
  isOfCircumstance,
  isOfFrequency,
  names,
  namesBusinessReason,
  refusesTheAllowed,
  speaksOfAmount,
} from './business-refusal.ts';
export { isOfLockOut, isPageOfRefusal, isServedRead, mayRefuseCaller, mayTurnAway } from './lock-out.ts';
export { oncePerReply } from './once.ts';
export {
  keyNotLetIn,
  lockedOut,
  lockedOutAtTheEnd,
  noneAccepted,
  notServed,
  refusedForBusiness,
  untestedByService,
} from './reasons.ts';
export { amountsNamed, refusalText, stepNamed, wordsOf } from './refusal-text.ts';
