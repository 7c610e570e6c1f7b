import type { DriftKind, ViolationKind } from '#schemas';
import { isRequirementId, type RequirementId } from './catalogue.ts';
import { type OperationId, operationOf } from './operations.ts';

/** Requirements that each operation has. */
const ofOperation: Readonly<Partial<Record<ViolationKind | DriftKind, string>>> = {
  missing: 'has-its-members',
  null: 'has-its-members',
  type: 'has-its-members',
  integer: 'has-its-members',
  'null-before-approval': 'is-filled-in-every-state',
  set: 'keeps-its-closed-sets',
  identifier: 'writes-its-identifiers',
  timestamp: 'writes-its-timestamps',
  date: 'writes-its-dates',
  decimal: 'writes-its-amounts',
  places: 'writes-its-amounts',
  uri: 'writes-its-uris',
  country: 'writes-its-countries',
  'unassigned-country': 'names-assigned-countries',
  'currency-case': 'writes-its-codes-in-lower-case',
  phone: 'writes-the-phone-in-e164',
};

/** Requirements that apply to all records. */
const ofAll: Readonly<Partial<Record<ViolationKind | DriftKind, RequirementId>>> = {
  'omitted-nullable': 'records/send-null-for-what-is-empty',
  'nil-identifier': 'records/have-no-nil-identifier',
  'document-format': 'records/link-documents-of-supported-formats',
  'user-assigned-country': 'records/use-no-user-assigned-country-code',
  'country-case': 'records/write-country-codes-in-capitals',
  email: 'records/hold-addressable-e-mails',
  unlisted: 'records/hold-values-that-occur',
  'unknown-member': 'records/have-no-member-beyond-the-document',
};

/** The requirement that a violation of this kind breaks, at a path in the success of an operation. */
export function requirementOfViolation(
  operation: OperationId,
  path: string,
  kind: ViolationKind | DriftKind,
): RequirementId {
  const literal = kind === 'set' ? operationOf(operation).literals?.[path] : undefined;
  const own = `${operation}/${literal ?? ofOperation[kind]}`;
  const id = literal === undefined ? (ofAll[kind] ?? own) : own;
  if (isRequirementId(id)) return id;
  throw new Error(
    `contract: ${operation} ${path} can break a promise of ${kind}, but no requirement is called ${id}`,
  );
}
