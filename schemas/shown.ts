import { z } from 'zod';
import { bare, isRecord } from './anatomy.ts';
import type { Aspect } from './aspect.ts';
import { type Format, type Promised, promises } from './promised.ts';
import { thin } from './thin.ts';

const ofFormat: Readonly<Partial<Record<Format, readonly Aspect[]>>> = {
  uuid: ['identifier', 'nil-identifier'],
  timestamp: ['timestamp'],
  date: ['date'],
  decimal: ['decimal', 'places'],
  uri: ['uri'],
  'document-uri': ['uri', 'document-format'],
  'country-2': ['country', 'country-case'],
  'country-3': ['country', 'country-case'],
  'lower-case-code': ['currency-case'],
  e164: ['phone'],
  email: ['email'],
  integer: ['integer'],
};

const ofMembers: readonly Aspect[] = ['missing', 'omitted-nullable', 'null', 'type'];

const aspectsOf = ({ format, closed }: Promised): readonly Aspect[] =>
  closed ? ['set'] : (ofFormat[format] ?? []);

function* walk(schema: z.core.$ZodType, value: unknown): Generator<Aspect> {
  const { core } = bare(schema);
  const promised = promises.get(core);
  if (promised !== undefined && (typeof value === 'string' || typeof value === 'number'))
    yield* aspectsOf(promised);
  if (core instanceof z.ZodArray && Array.isArray(value))
    for (const item of value) yield* walk(core.element, item);
  if (!isRecord(value)) return;
  if (core instanceof z.ZodObject) {
    yield* ofMembers;
    for (const [name, member] of Object.entries<z.core.$ZodType>(core.shape))
      if (Object.hasOwn(value, name)) yield* walk(member, value[name]);
  }
  if (core instanceof z.ZodRecord)
    for (const [key, item] of Object.entries(value)) {
      yield* walk(core.keyType, key);
      yield* walk(core.valueType, item);
    }
}

/** The kinds of promise of which a value holds something that could break them: an empty list breaks none. */
export const shownAspects = (schema: z.core.$ZodType, value: unknown): ReadonlySet<Aspect> =>
  new Set(walk(schema, thin(value).value));
