// Shapes of every record, request, error body and envelope, written from the document alone. They let unknown
// members through, and each failure carries its kind of violation; judging happens elsewhere.

export { type Balances, balances } from './balances.ts';
export { type BeneficialOwner, beneficialOwner } from './beneficial-owner.ts';
export { type BusinessKyc, businessKyc } from './business-kyc.ts';
export { type Conversion, type ConversionListing, conversion, conversionListing } from './conversion.ts';
export { type DepositOrder, depositCurrencies, depositOrder } from './deposit.ts';
export { describe, describeTerm } from './describe.ts';
export { type Drift, unknownMembers, unlistedValues } from './drift.ts';
export {
  type BankAccountError,
  bankAccountError,
  type FullError,
  fullError,
  type ShortError,
  shortError,
} from './error.ts';
export { isApproved } from './filled.ts';
export type { Open } from './formats.ts';
export { type IndividualKyc, individualKyc } from './individual-kyc.ts';
export { type ClassifiedIssue, classify, type Deviation, type Inspected, inspect } from './inspect.ts';
export { type JsonSchema, type Judged, jsonSchemaOf } from './json-schema.ts';
export {
  type LightningOfframp,
  type LightningOfframpOrder,
  lightningOfframp,
  lightningOfframpOrder,
} from './lightning-offramp.ts';
export { type Member, type MemberType, membersOf } from './members.ts';
export {
  type OfframpCreated,
  type OfframpListing,
  type OfframpOrder,
  type OfframpRetrieved,
  offrampCreated,
  offrampListing,
  offrampOrder,
  offrampRetrieved,
  rails,
} from './offramp.ts';
export { type Onramp, type OnrampOrder, onramp, onrampAssets, onrampOrder } from './onramp.ts';
export type { Format, Promised } from './promised.ts';
export { shownKinds } from './shown.ts';
export { type CurrencyCapability, type Subaccount, subaccount } from './subaccount.ts';
export { type Taxonomy, type TaxonomyEntry, taxonomy, taxonomyEntry } from './taxonomy.ts';
export { sampled } from './truncate.ts';
export { codeOf, type DeviationCode, type DriftKind, type ViolationKind } from './violation-kind.ts';
export { isCode, isPlainTerm } from './vocabulary.ts';
export { type Withdrawal, withdrawal } from './withdrawal.ts';
