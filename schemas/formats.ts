import { z } from 'zod';
import { type Promised, promises } from './schema-walk.ts';
import { rulesOf } from './value-rules.ts';

type ListedValues = readonly [string, ...string[]];

/** A set that the document only shows: any other string is allowed too. */
export type Open<Known extends string> = Known | (string & {});

/** A failure is one issue, of the first kind of violation that the rules find. */
function wording(promised: Promised): z.ZodString {
  const rules = rulesOf(promised);
  const schema = z.string();
  const judged =
    rules.length === 0
      ? schema
      : schema.superRefine((text, context) => {
          const broken = rules.find(({ accepts }) => accepts?.(text) === false);
          if (broken) context.addIssue({ code: 'custom', params: { kind: broken.kind } });
        });
  return judged.register(promises, promised);
}

export const text = () => wording({ format: 'text' });

/** Any version and letter case; the nil UUID is not allowed. */
export const uuid = () => wording({ format: 'uuid' });

/** ISO 8601 date-time in UTC with at least milliseconds. */
export const timestamp = () => wording({ format: 'timestamp' });

/** `YYYY-MM-DD`. */
export const calendarDate = () => wording({ format: 'date' });

/** A decimal string; with `places`, exactly that many. */
export const decimal = (places?: number) => wording({ format: 'decimal', ...(places !== undefined && { places }) });

export const uri = () => wording({ format: 'uri' });

/** A URI; an extension at the end of its path must be a supported document format. */
export const documentUri = () => wording({ format: 'document-uri' });

/** A code of ISO 3166-1 of two or three capital letters. */
export const countryCode = (letters: 2 | 3) => wording({ format: `country-${letters}` });

/** The document writes these currency and asset codes in lower case; `known` are its examples. */
export const lowerCaseCode = (known: readonly string[] = []) =>
  wording({ format: 'lower-case-code', known, closed: false });

export const e164 = () => wording({ format: 'e164' });

export const emailAddress = () => wording({ format: 'email' });

/** A set that the document states: any other value breaks it. */
export const closedSet = <const Known extends ListedValues>(known: Known) =>
  z.enum(known).register(promises, { format: 'closed-set', known, closed: true });

/** A set that the document only shows: accepts every string and remembers the known ones. */
export const openSet = <const Known extends ListedValues>(known: Known) =>
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

/** Any JSON value, null included. `z.unknown` would also accept an absent member. */
export const anything = () =>
  z.custom<unknown>((value) => value !== undefined).register(promises, { format: 'anything' });

/** An object whose member names are data, such as currency codes. */
export const mapOf = <Value extends z.ZodType>(keys: z.ZodType<string, string>, values: Value) =>
  z.record(keys, values);
