import { z } from 'zod';
import { amount, type Form } from './form.ts';

type Amounts = Readonly<Record<string, number>>;

const entry = /^([A-Za-z][A-Za-z0-9_]{1,19})=([\d.]+)$/;

const partsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const entryOf = (part: string): readonly [string, number] | undefined => {
  const [, code, value] = entry.exec(part) ?? [];
  const read = amount.schema.safeParse(value);
  return code !== undefined && read.success ? [code.toUpperCase(), read.data] : undefined;
};

const read = (text: string): Amounts | undefined => {
  const entries = partsOf(text).map(entryOf);
  const known = entries.filter((each) => each !== undefined);
  const codes = new Set(known.map(([code]) => code));
  return known.length > 0 && codes.size === entries.length ? Object.fromEntries(known) : undefined;
};

/** Amounts by code; no code twice. */
export const amountsByCode: Form<Amounts> = {
  schema: z.string().transform((text, context): Amounts => {
    const amounts = read(text);
    if (amounts !== undefined) return amounts;
    context.issues.push({ code: 'custom', message: 'no amounts', input: text });
    return z.NEVER;
  }),
  right: 'codes with plain decimal numbers, such as NGN=5000,COP=20000,WIRE=600, none twice',
};
