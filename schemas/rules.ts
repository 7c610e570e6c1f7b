import { z } from 'zod';
import { countryCodes, userAssigned } from './countries.ts';
import type { Format, Promised } from './promised.ts';

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

/** A kind of violation, and the keywords of JSON Schema that exclude it. */
interface ViolationRule {
  readonly kind: ViolationKind;
  readonly keywords: Readonly<Record<string, unknown>>;
  /** True of a text that keeps the rule; absent where Zod judges the value by its type. */
  readonly accepts?: (text: string) => boolean;
}

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Formats of uploads and references to files: the document's "Limits". */
export const documentFormats = ['jpeg', 'jpg', 'png', 'heic', 'heif', 'pdf'] as const;

/** A pattern in any letter case, without the flag that JSON Schema does not have. */
export const inAnyCase = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** With leap years; Zod's own date-time takes other zones and fewer digits than the document. */
const day = z.core.regexes.date.source.slice(1, -1);
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** A path that ends in an extension other than those of documents. */
const otherDocument = `^[^:]+://[^/?#]*/[^?#]*\\.(?!(?:${documentFormats.map(inAnyCase).join('|')})(?:[?#]|$))[a-zA-Z][a-zA-Z0-9]{1,4}(?:[?#]|$)`;
const isOther = new RegExp(otherDocument);

/** Patterns have no flags. */
const matching = (kind: ViolationKind, pattern: string, format?: string) => {
  const expression = new RegExp(pattern);
  return {
    kind,
    keywords: { ...(format !== undefined && { format }), pattern },
    accepts: (text: string): boolean => expression.test(text),
  } satisfies ViolationRule;
};

// Zod's own takes neither every version nor every variant.
const identifier = matching(
  'identifier',
  `^${[8, 4, 4, 4, 12].map((digits) => `[0-9a-fA-F]{${digits}}`).join('-')}$`,
  'uuid',
);
const timestamp = matching('timestamp', `^${day}T${time}\\.\\d{3,}(?:Z|\\+00:00)$`, 'date-time');
const date = matching('date', `^${day}$`, 'date');
const timeOfDay = new RegExp(`^${time}$`);
const decimal = matching('decimal', '^-?\\d+(?:\\.\\d+)?$');
const phone = matching('phone', '^\\+[1-9]\\d{1,14}$');
const email = matching('email', '^[^\\s@]+@[^\\s@]+$');

// RFC 3986: a scheme, then unreserved, reserved or percent-encoded characters only.
const uriSyntax = matching(
  'uri',
  "^[a-zA-Z][a-zA-Z0-9+.\\-]*:(?:[\\w.~:/?#\\[\\]@!$&'()*+,;=\\-]|%[0-9a-fA-F]{2})+$",
  'uri',
);
const uri = { ...uriSyntax, accepts: (text: string) => uriSyntax.accepts(text) && URL.canParse(text) };

export const isNilUuid = (text: string): boolean => text === nilUuid;
export const isTimeOfDay = (text: string): boolean => timeOfDay.test(text);
export const isUuid = (value: unknown): boolean => typeof value === 'string' && identifier.accepts(value);
/** `Date.parse` would roll 30 February over into March. */
export const isCalendarDay = date.accepts;
export const isDecimal = decimal.accepts;
export const isE164 = phone.accepts;
export const isEmailAddress = email.accepts;
export const isUri = uri.accepts;

const country = (letters: 2 | 3): readonly ViolationRule[] => [
  matching('country', `^[a-zA-Z]{${letters}}$`),
  matching(
    'unassigned-country',
    `^(?:${countryCodes(letters)
      .map((code) => inAnyCase(code.toLowerCase()))
      .join('|')})$`,
  ),
  {
    kind: 'user-assigned-country',
    keywords: { not: { pattern: `^${inAnyCase(userAssigned[letters].toLowerCase())}$` } },
    accepts: (text) => text.toUpperCase() !== userAssigned[letters],
  },
  {
    kind: 'country-case',
    keywords: { enum: countryCodes(letters) },
    accepts: (text) => text === text.toUpperCase(),
  },
];

const ofFormat: Readonly<Partial<Record<Format, readonly ViolationRule[]>>> = {
  uuid: [
    identifier,
    {
      kind: 'nil-identifier',
      keywords: { not: { const: nilUuid } },
      accepts: (text) => !isNilUuid(text),
    },
  ],
  timestamp: [timestamp],
  date: [date],
  decimal: [decimal],
  uri: [uri],
  'document-uri': [
    uri,
    {
      kind: 'document-format',
      keywords: { not: { pattern: otherDocument } },
      accepts: (text) => !isOther.test(text),
    },
  ],
  'country-2': country(2),
  'country-3': country(3),
  'lower-case-code': [matching('currency-case', '^[a-z0-9_]+$')],
  e164: [phone],
  email: [email],
  integer: [{ kind: 'integer', keywords: { type: 'integer' } }],
};

/** The rules for a value of the right type, in the order in which they are judged. Where two have one keyword, the later wins. */
export function rulesOf({ format, known = [], places }: Promised): readonly ViolationRule[] {
  if (format === 'closed-set') return [{ kind: 'set', keywords: { enum: known } }];
  if (format === 'literal') return [{ kind: 'set', keywords: { const: known[0] } }];
  if (format === 'decimal' && places !== undefined) return [decimal, matching('places', `^-?\\d+\\.\\d{${places}}$`)];
  return ofFormat[format] ?? [];
}
