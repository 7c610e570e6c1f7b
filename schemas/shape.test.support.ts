import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { inspect } from './inspect.ts';
import { isRecord, type Member, membersOf } from './schema-walk.ts';
import type { ViolationKind } from './value-rules.ts';

type Path = readonly (string | number)[];

/** A valid instance with one value replaced (`undefined` removes it), and the expected kind of violation. */
export type Spoilt = readonly [path: Path, value: unknown, kind: ViolationKind];

interface Place {
  readonly path: Path;
  readonly member: Member;
}

const entriesOf = (value: unknown): (readonly [string | number, unknown])[] =>
  Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];

function placesOf(members: ReadonlyMap<string, Member>, value: unknown, path: Path = [], at = '$'): Place[] {
  return entriesOf(value).flatMap(([key, child]) => {
    const templates = [typeof key === 'number' ? `${at}[]` : `${at}.${key}`, `${at}{*}`];
    const member = templates.map((template) => members.get(template)).find((found) => found);
    if (!member) return [];
    const here = [...path, key];
    return [{ path: here, member }, ...placesOf(members, child, here, member.path)];
  });
}

function spoil(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? spoil(item, rest, replacement) : item));
  }
  const entries = Object.entries(value as object).filter(([name]) => name !== key);
  const next = spoil((value as Record<string, unknown>)[key], rest, replacement);
  return Object.fromEntries(next === undefined ? entries : [...entries, [key, next]]);
}

function extended(value: unknown, maps: readonly string[], at = '$'): unknown {
  if (Array.isArray(value)) return value.map((item) => extended(item, maps, `${at}[]`));
  if (!isRecord(value)) return value;
  const isMap = maps.includes(at);
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    extended(child, maps, isMap ? `${at}{*}` : `${at}.${name}`),
  ]);
  return Object.fromEntries(isMap ? entries : [...entries, ['x_undocumented', { deep: [1] }]]);
}

const deviationsOf = (schema: z.ZodType, value: unknown) =>
  inspect(schema, value).map(({ kind, path }) => ({ kind, path }));

const absenceOf = ({ optional, nullable }: Member): ViolationKind | undefined =>
  optional ? undefined : nullable ? 'omitted-nullable' : 'missing';

const nullOf = ({ nullable }: Member): ViolationKind | undefined => (nullable ? undefined : 'null');

/** Laws of every schema in this module, and the ways in which an instance may be wrong. */
export function shapeOf(name: string, schema: z.ZodType, valid: unknown, spoilt: readonly Spoilt[]): void {
  const members = new Map(membersOf(schema).map((member) => [member.path, member]));
  const places = placesOf(members, valid);
  const one = (path: Path, kind: ViolationKind | undefined) => (kind ? [{ kind, path }] : []);

  describe(name, () => {
    test('accepts its instance, further members included', () => {
      const maps = [...members.values()].filter(({ type }) => type === 'map').map(({ path }) => path);
      expect(inspect(schema, valid)).toEqual([]);
      expect(inspect(schema, extended(valid, maps))).toEqual([]);
    });

    test('its instance shows every documented member', () => {
      const shown = new Set(places.map(({ member }) => member.path));
      expect([...members.keys()].filter((path) => !shown.has(path))).toEqual([]);
    });

    test('reports each member that is removed, null or of another type at its path', () => {
      for (const { path, member } of places) {
        const isMember = typeof path.at(-1) === 'string' && !member.path.endsWith('{*}');
        if (isMember) expect(deviationsOf(schema, spoil(valid, path, undefined))).toEqual(one(path, absenceOf(member)));
        expect(deviationsOf(schema, spoil(valid, path, null))).toEqual(one(path, nullOf(member)));
        if (member.type === 'any') continue;
        const other = member.type === 'string' ? 1 : 'x';
        expect(deviationsOf(schema, spoil(valid, path, other))).toEqual(one(path, 'type'));
      }
    });

    test.each(spoilt)('%j as %j breaks %s', (path, value, kind) => {
      expect(deviationsOf(schema, spoil(valid, path, value))).toEqual([{ kind, path }]);
    });
  });
}
