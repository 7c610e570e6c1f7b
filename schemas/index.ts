// Shapes of every record, request, error body and envelope, written from the document alone. They let unknown
// members through, and each failure carries its kind of violation; judging happens elsewhere.

export { balances } from './balances.ts';
export { businessKyc } from './business-kyc.ts';
export { contentOf, shownKinds, unknownMembers, unlistedValues } from './content.ts';
export { conversion, conversionListing } from './conversion.ts';
export { type DepositOrder, depositCurrencies, depositOrder } from './deposit.ts';
export { describe, describeTerm, isCode, isPlainTerm } from './describe.ts';
export { bankAccountError, fullError, shortError } from './error.ts';
export { individualKyc } from './individual-kyc.ts';
export { type Deviation, inspect } from './inspect.ts';
export { type JsonSchema, jsonSchemaOf, type SchemaJudgement } from './json-schema.ts';
export * from './lightning-offramp.ts';
export * from './offramp.ts';
export { type OnrampOrder, onramp, onrampAssets, onrampOrder } from './onramp.ts';
export { type DriftKind, isApproved, isUuid, type ViolationKind } from './rules.ts';
export type { Format } from './schema-walk.ts';
export { isRecord, type Member, type MemberPlace, memberAt, membersOf, placesAt, valuesAt } from './schema-walk.ts';
export { assetNetworks, subaccount } from './subaccount.ts';
export { taxonomy, taxonomyEntry } from './taxonomy.ts';
export { sampled } from './truncate.ts';
export { withdrawal } from './withdrawal.ts';
