import { z } from 'zod';
import { type Format, type Promised, promises } from './promised.ts';
import { bare, isRecord } from './schema-walk.ts';
import { truncate } from './truncate.ts';
import type { ViolationKind } from './violation-kind.ts';

const ofFormat: Readonly<Partial<Record<Format, readonly ViolationKind[]>>> = {
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

const ofMembers: readonly ViolationKind[] = ['missing', 'omitted-nullable', 'null', 'type'];

const kindsOf = ({ format, closed }: Promised): readonly ViolationKind[] =>
  closed ? ['set'] : (ofFormat[format] ?? []);

function* walk(schema: z.core.$ZodType, value: unknown): Generator<ViolationKind> {
  const { core } = bare(schema);
  const promised = promises.get(core);
  if (promised !== undefined && (typeof value === 'string' || typeof value === 'number'))
    yield* kindsOf(promised);
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

/** The kinds of violation that a value could have, by what it holds: an empty list has none. */
export const shownKinds = (schema: z.core.$ZodType, value: unknown): ReadonlySet<ViolationKind> =>
  new Set(walk(schema, truncate(value).value));
