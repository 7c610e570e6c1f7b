import { z } from 'zod';

/** How the text of a variable is read, and what a right one is: completes "must be ...". */
export interface Form<Value> {
  readonly schema: z.ZodType<Value, string>;
  readonly right: string;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isUuid = (text: string): boolean => uuidPattern.test(text) && /[1-9a-f]/i.test(text);

const codePattern = /^[A-Za-z]{3,5}$/;

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const listOf = (fits: (part: string) => boolean) =>
  z
    .string()
    .transform(partsOf)
    .refine((parts) => parts.length > 0 && parts.every(fits));

/** A shorter key occurs in reports by chance, so that a leak of it could not be recognised. */
export const key: Form<string> = {
  schema: z.string().regex(/^[\x21-\x7e]{12,}$/),
  right: 'at least 12 visible ASCII characters without spaces',
};

export const uuid: Form<string> = {
  schema: z.string().refine(isUuid),
  right: 'a UUID, not the nil one',
};

export const uuids: Form<readonly string[]> = {
  // One that stands twice may stand in the place of another.
  schema: listOf(isUuid).refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length),
  right: 'one UUID or several separated by commas, none twice',
};

/** The document writes its codes in capitals; how somebody types them says nothing. */
const inCapitals = (text: string): string => text.toUpperCase();

export const currency: Form<string> = {
  schema: z.string().regex(codePattern).transform(inCapitals),
  right: 'a currency code such as BRL',
};

export const currencies: Form<readonly string[]> = {
  schema: listOf((part) => codePattern.test(part)).transform((codes) => [...new Set(codes.map(inCapitals))]),
  right: 'currency codes separated by commas, such as MXN,BRL',
};

export const word: Form<string> = {
  schema: z.string().regex(/^[\w.:-]{1,100}$/),
  right: 'one word of letters, digits and . : _ -',
};

export const asset: Form<string> = {
  schema: word.schema.transform(inCapitals),
  right: word.right,
};

export const yesOrNo: Form<boolean> = {
  schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
  right: 'true or false',
};

export const amount: Form<number> = {
  schema: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,8})?$/)
    .transform(Number)
    .refine((value) => value > 0),
  right: 'a plain decimal number above 0, such as 100',
};

export const whole = (least: number, greatest: number): Form<number> => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= greatest),
  right: `a whole number from ${least} to ${greatest}`,
});

export const rate: Form<number> = {
  schema: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/)
    .transform(Number)
    .refine((value) => value > 0 && value <= 1000),
  right: 'a number above 0 and up to 1000',
};

export const oneOf = <const Value extends string>(...values: readonly [Value, ...Value[]]): Form<Value> => ({
  // The set of values is known here only as text.
  schema: z
    .string()
    .refine((text): text is Value => (values as readonly string[]).includes(text)) as unknown as z.ZodType<
    Value,
    string
  >,
  right: values.join(' or '),
});

const entryForm = /^([A-Za-z][A-Za-z0-9_]{1,19})=([\d.]+)$/;

const entryOf = (part: string): readonly [string, number] | undefined => {
  const [, code, value] = entryForm.exec(part) ?? [];
  const read = amount.schema.safeParse(value);
  return code !== undefined && read.success ? [code.toUpperCase(), read.data] : undefined;
};

/** Amounts by code; no code twice. */
export const amountsByCode: Form<Readonly<Record<string, number>>> = {
  schema: z.string().transform((text, context) => {
    const parts = partsOf(text);
    const entries = parts.map(entryOf).filter((entry) => entry !== undefined);
    const codes = new Set(entries.map(([code]) => code));
    if (codes.size > 0 && codes.size === parts.length) return Object.fromEntries(entries);
    context.issues.push({ code: 'custom', message: 'no amounts', input: text });
    return z.NEVER;
  }),
  right: 'codes with plain decimal numbers, such as NGN=5000,COP=20000,WIRE=600, none twice',
};
