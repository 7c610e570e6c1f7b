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
export { type Attribution, attribute, countAnswers, type Responder } from './attribute.ts';
export {
  isBusinessRefusal,
  isForItsAmount,
  isOfFrequency,
  names,
  namesBusinessReason,
  refusesTheAllowed,
  speaksOfAmount,
} from './business-refusal.ts';
export { isInEnglish, isOfCircumstance } from './circumstance.ts';
export { isOfLockOut, isServedRead, mayRefuseCaller, mayTurnAway } from './lock-out.ts';
export { isUnrouted } from './no-route.ts';
export { pageIn, pageInsteadOfRecord, promisedBody, unreadableIn } from './page.ts';
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
