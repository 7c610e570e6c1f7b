// Requests that fast-check draws: valid by construction, or wrong in one named way. The classifiers check the sent
// request by independent rules, so that only really invalid requests are judged.

export { type Cases, takenBy, withCases } from './cases.ts';
export {
  hasOddMember,
  isAlteredKey,
  isMalformedBound,
  isMalformedId,
  isNoJsonObject,
  isNonsenseRail,
  isRecasedAsset,
  isRecasedCurrency,
  isStrangeCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
  isUnlistedRail,
} from './classify.ts';
export { nonsenseRail, strangeSegment, unlistedRail } from './codes.ts';
export {
  emptied,
  type FaultyBody,
  lenientlyRead,
  mistypedMembers,
  type NoJsonKind,
  noJson,
  noJsonKinds,
  oddMember,
  oddTexts,
  withNulls,
  withoutEachMember,
  withoutUuids,
} from './faulty-body.ts';
export {
  alteredKey,
  alteredKeys,
  malformedBound,
  malformedId,
  nearIds,
  sameShape,
  unrelatedKeys,
} from './invalid.ts';
export {
  depositOrder,
  depositOrders,
  lightningOfframpOrder,
  offrampOrder,
  onrampOrder,
  onrampOrders,
} from './orders.ts';
