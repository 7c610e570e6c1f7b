// Shapes of every record, request, error body and envelope, written from the document alone. They let unknown
// members through, and each failure carries its kind of violation; judging happens elsewhere.

export { balances } from './balances.ts';
export { businessKyc } from './business-kyc.ts';
export { contentOf } from './content.ts';
export { conversion, conversionListing } from './conversion.ts';
export { type DepositOrder, depositCurrencies, depositOrder } from './deposit.ts';
export { describe, describeTerm } from './describe.ts';
export { unknownMembers, unlistedValues } from './drift.ts';
export { bankAccountError, fullError, shortError } from './error.ts';
export { isApproved } from './filled.ts';
export { individualKyc } from './individual-kyc.ts';
export { type Deviation, inspect } from './inspect.ts';
export { type JsonSchema, jsonSchemaOf, type SchemaJudgement } from './json-schema.ts';
export * from './lightning-offramp.ts';
export { type Member, membersOf } from './members.ts';
export * from './offramp.ts';
export { type OnrampOrder, onramp, onrampAssets, onrampOrder } from './onramp.ts';
export type { Format } from './promised.ts';
export { type DriftKind, isUuid, type ViolationKind } from './rules.ts';
export { isRecord, memberAt } from './schema-walk.ts';
export { shownKinds } from './shown.ts';
export { assetNetworks, subaccount } from './subaccount.ts';
export { taxonomy, taxonomyEntry } from './taxonomy.ts';
export { sampled } from './truncate.ts';
export { isCode, isPlainTerm } from './vocabulary.ts';
export { withdrawal } from './withdrawal.ts';
