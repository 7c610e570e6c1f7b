import { z } from 'zod';
import type { Format, Promised } from './promised.ts';
import { documentFormats } from './rules.ts';
import { bare, promisedOf } from './schema-walk.ts';

const phrases: Readonly<Partial<Record<Format, string>>> = {
  text: 'string',
  'open-set': 'string',
  timestamp: 'UTC date-time with milliseconds',
  date: 'date YYYY-MM-DD',
  decimal: 'decimal string',
  'document-uri': `uri of a document (${documentFormats.join(', ')})`,
  'country-2': 'two-letter country code',
  'country-3': 'three-letter country code',
  'lower-case-code': 'lower-case code',
  e164: 'E.164 phone number',
  email: 'email address',
  flag: 'boolean',
  anything: 'any value',
};

function phraseOf({ format, known = [], closed, places }: Promised): string {
  if (closed) return known.length === 1 ? `${known[0]}` : `one of ${known.join(', ')}`;
  if (places !== undefined) return `decimal string with ${places} places`;
  return phrases[format] ?? format;
}

export function expectationOf(schema: z.core.$ZodType): string {
  const { core, nullable } = bare(schema);
  const promised = promisedOf(core);
  const phrase = promised ? phraseOf(promised) : core instanceof z.ZodArray ? 'array' : 'object';
  return nullable && promised?.format !== 'anything' ? `${phrase} or null` : phrase;
}
