// Requests drawn by fast-check: valid by construction, or wrong in one named way. The classifiers below look at what
// was sent by rules of their own, so that a negative case is judged only where it is one.

export { changedAt } from './body-member.ts';
export * from './classify-body.ts';
export * from './classify-bound.ts';
export * from './classify-code.ts';
export * from './classify-id.ts';
export * from './classify-key.ts';
export { depositOrder, depositOrders } from './deposit.ts';
export { unlistedCurrency } from './deposit-currency.ts';
export {
  emptied,
  type FaultyBody,
  mistypedMembers,
  withEachMemberNull,
  withoutEachMember,
} from './faulty-body.ts';
export { malformedId } from './id.ts';
export { alteredKey, alteredKeys } from './key.ts';
export { lightningOfframpOrder } from './lightning-offramp.ts';
export { lenientlyRead, type NoJsonKind, noJson, noJsonKinds } from './not-json.ts';
export { oddMember } from './odd-member.ts';
export { offrampOrder } from './offramp.ts';
export { nonsenseRail, realButUnlistedRail } from './offramp-rail.ts';
export { railSpace } from './offramp-rail-space.ts';
export { onrampOrder, onrampOrders } from './onramp.ts';
export { unlistedAsset } from './onramp-asset.ts';
export { malformedBound } from './pagination.ts';
export { strangeSegment } from './taxonomy-currency.ts';
