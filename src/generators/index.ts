// Requests drawn by fast-check: valid by construction, or wrong in one named way. The classifiers below look at what
// was sent by rules of their own, so that a negative case is judged only where it is one.

export { type Cases, withCases } from './cases.ts';
export {
  hasOddMember,
  isAlteredKey,
  isMalformedBound,
  isMalformedId,
  isNoJsonObject,
  isNonsenseRail,
  isRealButUnlistedRail,
  isRecasedAsset,
  isRecasedCurrency,
  isStrangeCurrency,
  isUnlistedAsset,
  isUnlistedCurrency,
} from './classify.ts';
export { depositOrder, depositOrders } from './deposit.ts';
export {
  emptied,
  type FaultyBody,
  mistypedMembers,
  withEachMemberNull,
  withoutEachMember,
  withoutUuids,
} from './faulty-body.ts';
export { malformedId, nearIds } from './id.ts';
export { alteredKey, alteredKeys, ofTheSameShape, unrelatedKeys } from './key.ts';
export { lightningOfframpOrder } from './lightning-offramp.ts';
export { lenientlyRead, type NoJsonKind, noJson, noJsonKinds, oddTexts } from './not-json.ts';
export { changedAt, oddMember } from './odd-member.ts';
export { offrampOrder } from './offramp.ts';
export { nonsenseRail, realButUnlistedRail } from './offramp-rail.ts';
export { onrampOrder, onrampOrders } from './onramp.ts';
export { malformedBound } from './pagination.ts';
export { strangeSegment } from './taxonomy-currency.ts';
