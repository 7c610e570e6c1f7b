import { z } from 'zod';
import { documentFormats } from './form.ts';
import type { Format, Promised } from './promised.ts';
import type { ViolationKind } from './violation-kind.ts';

/** A kind of violation, and the keywords of JSON Schema that exclude it. */
type Rule = readonly [ViolationKind, Readonly<Record<string, unknown>>];

const hexadecimal = (digits: number): string => `[0-9a-fA-F]{${digits}}`;

const uuid = `^${[8, 4, 4, 4, 12].map(hexadecimal).join('-')}$`;

/** With leap years, so that no validator needs to know the calendar. */
const day = z.core.regexes.date.source.slice(1, -1);

const instant = `^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3,}(?:Z|\\+00:00)$`;

const uri = "^[a-zA-Z][a-zA-Z0-9+.\\-]*:(?:[\\w.~:/?#\\[\\]@!$&'()*+,;=\\-]|%[0-9a-fA-F]{2})+$";

const inAnyCase = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** A path that ends in an extension other than those of documents. */
const otherDocument = `^[^:]+://[^/?#]*/[^?#]*\\.(?!(?:${documentFormats.map(inAnyCase).join('|')})(?:[?#]|$))[a-zA-Z][a-zA-Z0-9]{1,4}(?:[?#]|$)`;

const decimalPattern = (places: number | undefined): string =>
  places === undefined ? '^-?\\d+(?:\\.\\d+)?$' : `^-?\\d+\\.\\d{${places}}$`;

const country = (letters: 2 | 3): readonly Rule[] => [
  ['country', { pattern: `^[a-zA-Z]{${letters}}$` }],
  ['country-case', { pattern: `^[A-Z]{${letters}}$` }],
];

const uriRule: Rule = ['uri', { format: 'uri', pattern: uri }];

const ofFormat: Readonly<Partial<Record<Format, readonly Rule[]>>> = {
  uuid: [
    ['identifier', { format: 'uuid', pattern: uuid }],
    ['nil-identifier', { not: { const: '00000000-0000-0000-0000-000000000000' } }],
  ],
  timestamp: [['timestamp', { format: 'date-time', pattern: instant }]],
  date: [['date', { format: 'date', pattern: `^${day}$` }]],
  uri: [uriRule],
  'document-uri': [uriRule, ['document-format', { not: { pattern: otherDocument } }]],
  'country-2': country(2),
  'country-3': country(3),
  'lower-case-code': [['currency-case', { pattern: '^[^A-Z]*$' }]],
  e164: [['phone', { pattern: '^\\+[1-9]\\d{1,14}$' }]],
  email: [['email', { pattern: '^[^\\s@]+@[^\\s@]+$' }]],
  integer: [['integer', { type: 'integer' }]],
};

/** The keywords of a promise, its type excluded; a later rule takes the place of an earlier one. */
export function rulesOf({ format, known = [], places }: Promised): readonly Rule[] {
  if (format === 'closed-set') return [['set', { enum: known }]];
  if (format === 'literal') return [['set', { const: known[0] }]];
  if (format === 'decimal')
    return [[places === undefined ? 'decimal' : 'places', { pattern: decimalPattern(places) }]];
  return ofFormat[format] ?? [];
}

/** The type of a promised value; none where any value is right. */
export function jsonTypeOf({ format }: Promised): string | undefined {
  if (format === 'number' || format === 'integer') return 'number';
  if (format === 'flag') return 'boolean';
  return format === 'anything' ? undefined : 'string';
}
