import { z } from 'zod';
import { isCalendarDay } from './calendar.ts';
import {
  hasDocumentFormat,
  isE164,
  isEmailAddress,
  isNilUuid,
  isTimestamp,
  isUri,
  isUuid,
  placesOf,
} from './form.ts';
import { type Promised, promises } from './promised.ts';
import type { ViolationKind } from './violation-kind.ts';

type Values = readonly [string, ...string[]];

/** A set that the document only shows: its known values are suggestions, and any other string is allowed. */
export type Open<Known extends string> = Known | (string & {});

/** A string whose failure is one issue of the violation kind that `judge` names. */
function wording(promised: Promised, judge?: (text: string) => ViolationKind | undefined): z.ZodString {
  if (!judge) return z.string().register(promises, promised);
  return z
    .string()
    .superRefine((text, context) => {
      const kind = judge(text);
      if (kind) context.addIssue({ code: 'custom', params: { kind } });
    })
    .register(promises, promised);
}

export const text = () => wording({ format: 'text' });

/** Any version and letter case; the nil UUID names nothing. */
export const uuid = () =>
  wording({ format: 'uuid' }, (value) => {
    if (!isUuid(value)) return 'identifier';
    return isNilUuid(value) ? 'nil-identifier' : undefined;
  });

/** ISO 8601 date-time in UTC with at least milliseconds. */
export const timestamp = () =>
  wording({ format: 'timestamp' }, (value) => (isTimestamp(value) ? undefined : 'timestamp'));

/** `YYYY-MM-DD`. */
export const calendarDate = () =>
  wording({ format: 'date' }, (value) => (isCalendarDay(value) ? undefined : 'date'));

/** A decimal string; with `places`, exactly that many. */
export const decimal = (places?: number) =>
  wording({ format: 'decimal', ...(places === undefined ? {} : { places }) }, (value) => {
    const actual = placesOf(value);
    if (actual === undefined) return 'decimal';
    return places === undefined || actual === places ? undefined : 'places';
  });

export const uri = () => wording({ format: 'uri' }, (value) => (isUri(value) ? undefined : 'uri'));

/** A URI whose path, where it ends in an extension, names a supported document format. */
export const documentUri = () =>
  wording({ format: 'document-uri' }, (value) => {
    if (!isUri(value)) return 'uri';
    return hasDocumentFormat(value) ? undefined : 'document-format';
  });

/** ISO 3166-1 by form: two or three capital letters. */
export const countryCode = (letters: 2 | 3) =>
  wording({ format: `country-${letters}` }, (value) => {
    if (value.length !== letters || !/^[a-z]+$/i.test(value)) return 'country';
    return value === value.toUpperCase() ? undefined : 'country-case';
  });

/** A currency or asset code that the document gives in lower case; `known` are those that it shows. */
export const lowerCaseCode = (known: readonly string[] = []) =>
  wording({ format: 'lower-case-code', known, closed: false }, (value) =>
    value === value.toLowerCase() ? undefined : 'currency-case',
  );

export const e164 = () => wording({ format: 'e164' }, (value) => (isE164(value) ? undefined : 'phone'));

export const emailAddress = () =>
  wording({ format: 'email' }, (value) => (isEmailAddress(value) ? undefined : 'email'));

/** A set that the document states: any other value breaks it. */
export const closedSet = <const Known extends Values>(known: Known) =>
  z.enum(known).register(promises, { format: 'closed-set', known, closed: true });

/** A set that the document only shows: accepts every string and remembers the known ones. */
export const openSet = <const Known extends Values>(known: Known) =>
  wording({ format: 'open-set', known, closed: false }) as z.ZodType<string> as z.ZodType<
    Open<Known[number]>,
    Open<Known[number]>
  >;

export const literal = <const Value extends string>(value: Value): z.ZodLiteral<Value> => {
  const schema = z.literal<Value>(value);
  promises.add(schema, { format: 'literal', known: [value], closed: true });
  return schema;
};

export const amountNumber = () => z.number().register(promises, { format: 'number' });

export const integer = () =>
  z
    .number()
    .superRefine((value, context) => {
      if (!Number.isInteger(value)) context.addIssue({ code: 'custom', params: { kind: 'integer' } });
    })
    .register(promises, { format: 'integer' });

export const flag = () => z.boolean().register(promises, { format: 'flag' });

/** Any JSON value, null included; only its absence is a failure, which `z.unknown` would let pass. */
export const anything = () =>
  z.custom<unknown>((value) => value !== undefined).register(promises, { format: 'anything' });

/** An object whose member names are data, such as currency codes. */
export const mapOf = <Value extends z.ZodType>(keys: z.ZodType<string, string>, values: Value) =>
  z.record(keys, values);
