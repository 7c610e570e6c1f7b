// Requests drawn by fast-check: valid by construction, or wrong in one named way. The classifiers below look at what
// was sent by rules of their own, so that a negative case is judged only where it is one.

export * from './classify-body.ts';
export * from './classify-bound.ts';
export * from './classify-code.ts';
export * from './classify-id.ts';
export * from './classify-key.ts';
export { type DepositMembers, depositOrder } from './deposit.ts';
export { recasedCurrency, unlistedCurrency } from './deposit-currency.ts';
export { type FaultyBody, mistypedMember, withoutMember } from './faulty-body.ts';
export { absentId, malformedId } from './id.ts';
export { alteredKey, type Misplacement, misplacement } from './key.ts';
export { type LightningOfframpMembers, lightningOfframpOrder } from './lightning-offramp.ts';
export { mistyped } from './mistyped.ts';
export { notJson, type RawBody } from './not-json.ts';
export { type OfframpMembers, offrampOrder } from './offramp.ts';
export { nonsenseRail, realButUnlistedRail } from './offramp-rail.ts';
export { type RailCase, type RecipientRole, railSpace } from './offramp-rail-space.ts';
export { type OnrampMembers, onrampOrder } from './onramp.ts';
export { recasedAsset, unlistedAsset } from './onramp-asset.ts';
export { malformedBound } from './pagination.ts';
export { reference } from './reference.ts';
export type { Drawn, Sent } from './sent.ts';
export { strangeSegment } from './taxonomy-currency.ts';
