import { z } from 'zod';
import { describe, describeKey, describeTerm } from './describe.ts';
import { truncate } from './inspect.ts';
import { type Format, isRecord, placesIn, promises } from './schema-walk.ts';
import { rulesOf, type ViolationKind } from './value-rules.ts';

const plainDecimal = /^-?\d+(\.\d+)?$/;

/** Links may be signed anew for each reader. */
const links: readonly (Format | undefined)[] = ['uri', 'document-uri'];

const written = (value: unknown, format: Format | undefined): string | undefined => {
  if (Array.isArray(value)) return `${value.length} items`;
  if (value === null || value === undefined || value === '') return undefined;
  if (links.includes(format)) return 'a link';
  if (format === 'timestamp' && !Number.isNaN(Date.parse(String(value)))) return new Date(String(value)).toISOString();
  if (typeof value === 'string' && plainDecimal.test(value))
    return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return JSON.stringify(value);
};

const keysOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? Object.keys(value).toSorted().join() : undefined;

/**
 * The content of each documented place of a body, in any order of its lists: amounts by value, instants as instants, lists
 * by their length, maps by their keys, links as links. A place that is empty, null or missing has none.
 *
 * @param except - paths as `membersOf` writes them; they and what is below them is left out
 */
export function contentOf(
  schema: z.core.$ZodType,
  body: unknown,
  except: readonly string[],
): ReadonlyMap<string, string> {
  const contents = new Map<string, string[]>();
  for (const { path, core, value } of placesIn(schema, body)) {
    if (except.some((place) => path === place || (/^[.[{]/.test(path.slice(place.length)) && path.startsWith(place))))
      continue;
    if (core instanceof z.ZodObject) continue;
    const content = core instanceof z.ZodRecord ? keysOf(value) : written(value, promises.get(core)?.format);
    if (content !== undefined) contents.set(path, [...(contents.get(path) ?? []), content]);
  }
  return new Map([...contents].map(([path, found]) => [path, found.toSorted().join('\n')]));
}

/** Something that the document does not name; `path` is a template, so that a hundred items make one drift. */
interface Drift {
  readonly path: string;
  /** The code itself where it looks like one, else the abstract description. */
  readonly observed: string;
}

const maxDrifts = 50;

/** Each once, and of a flood the first ones; the others are counted. */
function distinct(drifts: readonly Drift[]): Drift[] {
  const all = [...new Map(drifts.map((drift) => [`${drift.path} ${drift.observed}`, drift])).values()];
  const rest = all.length - maxDrifts;
  return rest <= 0 ? all : [...all.slice(0, maxDrifts), { path: '$', observed: `${rest} more of this kind` }];
}

/** Members that the document does not name, at any depth it describes; keys of maps are data and never count. */
export function unknownMembers(schema: z.core.$ZodType, value: unknown): Drift[] {
  const drifts = placesIn(schema, truncate(value).value).flatMap(({ core, path, value: actual }) => {
    if (!isRecord(actual) || !(core instanceof z.ZodObject)) return [];
    return Object.entries(actual)
      .filter(([name]) => !Object.hasOwn(core.shape, name))
      .map(([name, entry]) => ({ path: `${path}.${describeKey(name)}`, observed: describe(entry) }));
  });
  return distinct(drifts);
}

function unlisted(core: z.core.$ZodType, values: readonly unknown[]): string[] {
  const { known = [], closed } = promises.get(core) ?? {};
  if (closed !== false || known.length === 0) return [];
  return values.filter((value) => typeof value === 'string').filter((value) => !known.includes(value));
}

/** Values of open sets outside those that the document shows; a map's path stands for its keys. */
export function unlistedValues(schema: z.core.$ZodType, value: unknown): Drift[] {
  const drifts = placesIn(schema, truncate(value).value).flatMap(({ core, path, value: actual }) => {
    const isMap = isRecord(actual) && core instanceof z.ZodRecord;
    const codes = isMap ? unlisted(core.keyType, Object.keys(actual)) : unlisted(core, [actual]);
    return codes.map((code) => ({ path, observed: describeTerm(code) }));
  });
  return distinct(drifts);
}

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
