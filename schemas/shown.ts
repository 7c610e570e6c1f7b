import { z } from 'zod';
import { promises } from './promised.ts';
import { rulesOf } from './rules.ts';
import { isRecord, placesIn } from './schema-walk.ts';
import { truncate } from './truncate.ts';
import type { ViolationKind } from './violation-kind.ts';

const ofMembers: readonly ViolationKind[] = ['missing', 'omitted-nullable', 'null', 'type'];

function kindsAt(core: z.core.$ZodType, value: unknown): readonly ViolationKind[] {
  if (isRecord(value)) {
    if (core instanceof z.ZodObject) return ofMembers;
    return core instanceof z.ZodRecord ? Object.keys(value).flatMap((key) => kindsAt(core.keyType, key)) : [];
  }
  const promised = promises.get(core);
  const isValue = typeof value === 'string' || typeof value === 'number';
  return promised !== undefined && isValue ? rulesOf(promised).map(({ kind }) => kind) : [];
}

/** The kinds of violation that a value could have, by what it holds: an empty list has none. */
export const shownKinds = (schema: z.core.$ZodType, value: unknown): ReadonlySet<ViolationKind> =>
  new Set(placesIn(schema, truncate(value).value).flatMap((place) => kindsAt(place.core, place.value)));
