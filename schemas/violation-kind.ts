/** A value that breaks no promise, but is unlike any that the document shows. */
export type DriftKind = 'unlisted' | 'unknown-member';

/** The code under which a finding of each kind is reported; codes never change once published. */
export const codeOf = {
  missing: 'MISSING_MEMBER',
  'omitted-nullable': 'OMITTED_NULLABLE_MEMBER',
  null: 'UNEXPECTED_NULL',
  'null-before-approval': 'NULL_BEFORE_APPROVAL',
  type: 'WRONG_TYPE',
  set: 'OUTSIDE_CLOSED_SET',
  identifier: 'NOT_A_UUID',
  'nil-identifier': 'NIL_UUID',
  timestamp: 'NOT_A_TIMESTAMP',
  date: 'NOT_A_DATE',
  decimal: 'NOT_A_DECIMAL',
  places: 'WRONG_PLACES',
  integer: 'NOT_AN_INTEGER',
  uri: 'NOT_A_URI',
  'document-format': 'DOCUMENT_FORMAT',
  country: 'NOT_A_COUNTRY_CODE',
  'unassigned-country': 'UNASSIGNED_COUNTRY_CODE',
  'user-assigned-country': 'USER_ASSIGNED_COUNTRY_CODE',
  'country-case': 'COUNTRY_CODE_CASE',
  'currency-case': 'CURRENCY_CODE_CASE',
  phone: 'NOT_E164',
  email: 'NOT_AN_EMAIL',
} as const;

export type ViolationKind = keyof typeof codeOf;

export type DeviationCode = (typeof codeOf)[ViolationKind];

export function isViolationKind(value: unknown): value is ViolationKind {
  return typeof value === 'string' && Object.hasOwn(codeOf, value);
}
