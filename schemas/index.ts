// Shapes of every record, request, error body and envelope, written from the document alone. They accept unknown
// members, and each failure has its kind of violation; they judge nothing.

export { businessKyc } from './business-kyc.ts';
export { describe, describeTerm, isCode, isPlainTerm } from './describe.ts';
export { individualKyc } from './individual-kyc.ts';
export { contentOf, type Deviation, inspect, sampled, shownKinds, unknownMembers, unlistedValues } from './inspect.ts';
export { type JsonSchema, jsonSchemaOf, type SchemaJudgement } from './json-schema.ts';
export * from './orders.ts';
export * from './records.ts';
export type { Format } from './schema-walk.ts';
export { isRecord, type Member, type MemberPlace, memberAt, membersOf, placesAt, valuesAt } from './schema-walk.ts';
export { type DriftKind, isApproved, isUuid, type ViolationKind } from './value-rules.ts';
