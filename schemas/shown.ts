import { z } from 'zod';
import { promises } from './promised.ts';
import { rulesOf, type ViolationKind } from './rules.ts';
import { isRecord, placesIn } from './schema-walk.ts';
import { truncate } from './truncate.ts';

const ofMembers: readonly ViolationKind[] = ['missing', 'omitted-nullable', 'null', 'type'];

interface Shown {
  readonly kind: ViolationKind;
  /** Such as `$.documents[].file`; any member of an object is called `member`. */
  readonly path: string;
}

const at = (path: string, kinds: readonly ViolationKind[]): readonly Shown[] => kinds.map((kind) => ({ kind, path }));

function shownAt(core: z.core.$ZodType, value: unknown, path: string): readonly Shown[] {
  if (isRecord(value)) {
    if (core instanceof z.ZodObject) return at(`${path}.member`, ofMembers);
    return core instanceof z.ZodRecord ? Object.keys(value).flatMap((key) => shownAt(core.keyType, key, path)) : [];
  }
  const promised = promises.get(core);
  const isValue = typeof value === 'string' || typeof value === 'number';
  return promised !== undefined && isValue
    ? at(
        path,
        rulesOf(promised).map(({ kind }) => kind),
      )
    : [];
}

/** The kinds of violation that a value could have, by what it holds, each place once: an empty list has none. */
export function shownKinds(schema: z.core.$ZodType, value: unknown): readonly Shown[] {
  const all = placesIn(schema, truncate(value).value).flatMap((place) => shownAt(place.core, place.value, place.path));
  return [...new Map(all.map((shown) => [`${shown.kind} ${shown.path}`, shown])).values()];
}
