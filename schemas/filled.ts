import { z } from 'zod';
import type { Format } from './promised.ts';
import { inAnyCase } from './rules.ts';
import { memberAt, promisedOf } from './schema-walk.ts';

/** When the texts and documents of a record must be there. */
interface Filled {
  readonly once: (record: unknown) => boolean;
  /** Matches the status alone, as a pattern without flags. */
  readonly statusPattern: string;
  /** Members that are there from the start. */
  readonly fromTheStart: readonly string[];
}

/** Records whose texts and documents may be null for a while. */
export const filled = z.registry<Filled>();

const textual: ReadonlySet<Format> = new Set([
  'text',
  'open-set',
  'closed-set',
  'date',
  'timestamp',
  'document-uri',
  'country-2',
  'country-3',
  'email',
]);

/** Whether it is a text or document, which may come later than the rest of a record. */
export function isTextual(schema: z.core.$ZodType): boolean {
  const format = promisedOf(schema)?.format;
  return format !== undefined && textual.has(format);
}

/** Whether a text or document of a record may still be null there. */
export function isYetToBeFilled(
  { schema, value }: { readonly schema: z.core.$ZodType; readonly value: unknown },
  at: z.core.$ZodType,
  path: readonly PropertyKey[],
): boolean {
  const { once, fromTheStart } = filled.get(schema) ?? {};
  if (once === undefined || fromTheStart === undefined || once(value)) return false;
  const [first] = path;
  const isFromTheStart = path.length === 1 && fromTheStart.includes(String(first));
  return !isFromTheStart && typeof path.at(-1) === 'string' && isTextual(at);
}

/** States in which a verification has succeeded, in the words that services have for it. */
const approved =
  /^((kyb|kyc|business|fully|auto|manually)[-_ ])?(approved|verified|passed)$|^(complete|completed|accepted|active|successful|success|cleared|confirmed|valid)$/i;

/** Those states as a pattern without flags, which a JSON Schema does not have. */
export const approvedPattern = inAnyCase(approved.source);

/** Whether the status of a record means that its verification is approved. */
export function isApproved(record: unknown): boolean {
  const status = memberAt(record, ['status']);
  return typeof status === 'string' && approved.test(status);
}
