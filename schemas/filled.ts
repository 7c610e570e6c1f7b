import { z } from 'zod';
import type { Format } from './promised.ts';
import { inAnyCase } from './rules.ts';
import { memberAt, promisedOf } from './schema-walk.ts';

interface Filled {
  readonly once: (record: unknown) => boolean;
  /** Matches the status alone, as a pattern without flags. */
  readonly statusPattern: string;
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

export function isTextual(schema: z.core.$ZodType): boolean {
  const format = promisedOf(schema)?.format;
  return format !== undefined && textual.has(format);
}

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

export function isApproved(record: unknown): boolean {
  const status = memberAt(record, ['status']);
  return typeof status === 'string' && approved.test(status);
}
