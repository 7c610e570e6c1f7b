import { z } from 'zod';
import { describe, describeKey, describeTerm } from './describe.ts';
import {
  bare,
  type Format,
  isRecord,
  memberAt,
  type Promised,
  placesIn,
  promisedOf,
  promises,
  schemaAt,
} from './schema-walk.ts';
import {
  codeOf,
  type DeviationCode,
  documentFormats,
  isUnfilled,
  isViolationKind,
  rulesOf,
  type ViolationKind,
} from './value-rules.ts';

/** A body with fewer items is judged whole; no honest page has more. */
const maxItems = 2_000;

/** From a larger body: the beginning of each array, and items spread over the rest. */
const firstItems = 200;
const sampledItems = 50;

interface Truncated {
  readonly value: unknown;
  /** Translates a path in the truncated value into the path in the original. */
  readonly originalPath: (path: readonly PropertyKey[]) => readonly PropertyKey[];
}

const childrenOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};

function countItems(value: unknown, max: number): number {
  let count = Array.isArray(value) ? value.length : 0;
  for (const child of childrenOf(value)) {
    if (count > max) return count;
    if (typeof child === 'object' && child !== null) count += countItems(child, max - count);
  }
  return count;
}

const indexesOf = (length: number, max: number): readonly number[] => {
  const first = Math.min(length, firstItems, max);
  const left = length - first;
  const sampled = Math.max(0, Math.min(left, sampledItems, max - first));
  const spread = Array.from({ length: sampled }, (_, turn) => first + Math.floor((turn * left) / sampled));
  return [...Array.from({ length: first }, (_, index) => index), ...spread];
};

class Truncation {
  #left = maxItems;
  readonly #indexes = new Map<unknown, readonly number[]>();

  truncate(value: unknown): unknown {
    if (Array.isArray(value)) return this.#truncateArray(value);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = Object.create(null);
    for (const [name, child] of Object.entries(value)) copy[name] = this.truncate(child);
    return copy;
  }

  #truncateArray(items: readonly unknown[]): unknown {
    const indexes = indexesOf(items.length, this.#left);
    this.#left -= indexes.length;
    const kept = indexes.map((index) => this.truncate(items[index]));
    this.#indexes.set(kept, indexes);
    return kept;
  }

  originalPath(truncated: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
    let at = truncated;
    return path.map((key) => {
      const original = typeof key === 'number' ? (this.#indexes.get(at)?.[key] ?? key) : key;
      at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
      return original;
    });
  }
}

/** All items with their indexes, or those that `truncate` keeps. */
export function sampled(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const indexes = items.length <= maxItems ? items.keys() : indexesOf(items.length, maxItems);
  return [...indexes].map((index) => [index, items[index]]);
}

function truncate(value: unknown): Truncated {
  if (countItems(value, maxItems) <= maxItems) return { value, originalPath: (path) => path };
  const truncation = new Truncation();
  const truncated = truncation.truncate(value);
  return { value: truncated, originalPath: (path) => truncation.originalPath(truncated, path) };
}

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

/** One broken promise; contains no payload. */
export interface Deviation {
  readonly kind: ViolationKind;
  readonly code: DeviationCode;
  readonly path: readonly (string | number)[];
  readonly expected: string;
  readonly observed: string;
  readonly times?: number;
}

/** An issue does not show whether a member is absent or null, nor whether it is nullable. */
interface Inspected {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

function namedKind(issue: z.core.$ZodIssue): ViolationKind | undefined {
  if (issue.code === 'invalid_key') return issue.issues[0] && namedKind(issue.issues[0] as z.core.$ZodIssue);
  const kind = issue.code === 'custom' ? issue.params?.kind : undefined;
  return isViolationKind(kind) ? kind : undefined;
}

function kindAt(inspected: Inspected, path: readonly PropertyKey[]): ViolationKind {
  const at = schemaAt(inspected.schema, path);
  const value = memberAt(inspected.value, path);
  const isNullable = at !== undefined && bare(at).nullable;
  if (value === undefined) return isNullable ? 'omitted-nullable' : 'missing';
  if (value === null) return at !== undefined && isUnfilled(inspected, at, path) ? 'null-before-approval' : 'null';
  const closed = at !== undefined && promisedOf(at)?.closed === true;
  return closed && typeof value === 'string' ? 'set' : 'type';
}

/** Other names than the schema's are keys of maps, and may be data. */
const shownPath = (schema: z.core.$ZodType, path: readonly PropertyKey[]): (string | number)[] =>
  path.map((key, index) => {
    if (typeof key === 'number') return key;
    const holder = schemaAt(schema, path.slice(0, index));
    const named = holder !== undefined && bare(holder).core instanceof z.ZodObject;
    const name = String(key);
    if (named) return name;
    const term = describeTerm(name);
    return term === name ? name : `{${term}}`;
  });

/** A closed set is public, so a wrong letter case can be distinguished from another value. */
function isCaseVariant(at: z.core.$ZodType | undefined, value: unknown): boolean {
  if (typeof value !== 'string' || at === undefined) return false;
  return (promisedOf(at)?.known ?? []).some((known) => known.toLowerCase() === value.toLowerCase());
}

function observedOf(kind: ViolationKind, issue: z.core.$ZodIssue, { schema, value }: Inspected): string {
  const actual = memberAt(value, issue.path);
  // The code of a map entry is its key.
  const code = issue.code === 'invalid_key' ? issue.path.at(-1) : actual;
  const isRecased = typeof code === 'string' && /^\w+$/.test(code);
  if (kind === 'country-case' || (kind === 'currency-case' && isRecased)) return 'differs only in case';
  if (kind === 'set' && isCaseVariant(schemaAt(schema, issue.path), actual)) return 'differs only in case';
  if (kind === 'set' && typeof actual === 'string') return describeTerm(actual);
  return kind === 'document-format' ? 'uri with another extension' : describe(actual);
}

/** A limit for each kind, so that many of one kind hide no other. */
const maxOfKind = 50;

/** Deviations with one key differ only in the item of a listing, or the key of a map. */
const keyOf = ({ code, path }: Deviation): string =>
  JSON.stringify([code, path.map((step) => (typeof step === 'number' ? '[]' : step.startsWith('{') ? '{}' : step))]);

function chosenFrom(deviations: readonly Deviation[]): ReadonlySet<Deviation> {
  const first = new Map<string, Deviation>();
  for (const deviation of deviations) {
    const key = keyOf(deviation);
    if (!first.has(key)) first.set(key, deviation);
  }
  return new Set([...new Set([...first.values(), ...deviations])].slice(0, maxOfKind));
}

function capKind(deviations: readonly Deviation[]): readonly Deviation[] {
  if (deviations.length <= maxOfKind) return deviations;
  const chosen = chosenFrom(deviations);
  const rest = new Map<string, number>();
  for (const deviation of deviations) {
    const key = keyOf(deviation);
    if (!chosen.has(deviation)) rest.set(key, (rest.get(key) ?? 0) + 1);
  }
  return [...chosen].map((deviation) => {
    const key = keyOf(deviation);
    const more = rest.get(key) ?? 0;
    rest.delete(key);
    return more === 0 ? deviation : { ...deviation, times: 1 + more };
  });
}

function capDeviations(deviations: readonly Deviation[]): Deviation[] {
  const kinds = new Set(deviations.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => capKind(deviations.filter((each) => each.kind === kind)));
}

/** Every broken promise of a value, at most 50 of each kind; similar ones are counted. */
export function inspect(schema: z.ZodType, value: unknown): Deviation[] {
  const truncated = truncate(value);
  const inspected = { schema, value: truncated.value };
  const issues = schema.safeParse(truncated.value).error?.issues ?? [];
  const deviations = issues.map((issue): Deviation => {
    const at = schemaAt(schema, issue.path);
    const kind = namedKind(issue) ?? kindAt(inspected, issue.path);
    const expected = issue.code === 'invalid_key' ? 'lower-case code' : at ? expectationOf(at) : 'nothing';
    const path = shownPath(schema, truncated.originalPath(issue.path));
    return { kind, code: codeOf[kind], path, expected, observed: observedOf(kind, issue, inspected) };
  });
  return capDeviations(deviations);
}

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

/** Something outside the document; `path` is a template, so that a hundred items are one drift. */
interface Drift {
  readonly path: string;
  /** The code itself where it looks like one, else the abstract description. */
  readonly observed: string;
}

const maxDrifts = 50;

function distinct(drifts: readonly Drift[]): Drift[] {
  const all = [...new Map(drifts.map((drift) => [`${drift.path} ${drift.observed}`, drift])).values()];
  const rest = all.length - maxDrifts;
  return rest <= 0 ? all : [...all.slice(0, maxDrifts), { path: '$', observed: `${rest} more of this kind` }];
}

/** Unknown members at any documented depth; keys of maps are data and do not count. */
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

/** Values of open sets outside the document's; a map's path stands for its keys. */
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

/** Kinds of violation that the value could have, each place once: an empty list has none. */
export function shownKinds(schema: z.core.$ZodType, value: unknown): readonly Shown[] {
  const all = placesIn(schema, truncate(value).value).flatMap((place) => shownAt(place.core, place.value, place.path));
  return [...new Map(all.map((shown) => [`${shown.kind} ${shown.path}`, shown])).values()];
}
