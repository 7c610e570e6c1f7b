import { z } from 'zod';

export type Format =
  | 'text'
  | 'uuid'
  | 'timestamp'
  | 'date'
  | 'decimal'
  | 'uri'
  | 'document-uri'
  | 'country-2'
  | 'country-3'
  | 'lower-case-code'
  | 'e164'
  | 'email'
  | 'closed-set'
  | 'open-set'
  | 'literal'
  | 'integer'
  | 'number'
  | 'flag'
  | 'anything';

/** The document's promise about one value, registered with its schema for a walk. */
export interface Promised {
  readonly format: Format;
  /** Values of a closed set, or examples of an open one. */
  readonly known?: readonly string[];
  /** True where a value outside `known` breaks the promise. */
  readonly closed?: boolean;
  /** Exact number of places of a decimal string. */
  readonly places?: number;
}

export const promises = z.registry<Promised>();

interface Bare {
  readonly core: z.core.$ZodType;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** A cache: Zod's `instanceof` looks a name up, and every value of a body comes here. */
const known = new WeakMap<z.core.$ZodType, Bare>();

export function bare(schema: z.core.$ZodType): Bare {
  const bared = known.get(schema) ?? unwrap(schema);
  known.set(schema, bared);
  return bared;
}

function unwrap(schema: z.core.$ZodType): Bare {
  let core = schema;
  let optional = false;
  let nullable = false;
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) {
    optional ||= core instanceof z.ZodOptional;
    nullable ||= core instanceof z.ZodNullable;
    core = core.def.innerType;
  }
  return { core, optional, nullable: nullable || promises.get(core)?.format === 'anything' };
}

export const promisedOf = (schema: z.core.$ZodType): Promised | undefined => promises.get(bare(schema).core);

function step(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { core } = bare(schema);
  if (core instanceof z.ZodObject) return Object.hasOwn(core.shape, key) ? core.shape[String(key)] : undefined;
  if (core instanceof z.ZodArray) return core.element;
  return core instanceof z.ZodRecord ? core.valueType : undefined;
}

export function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((at, key) => at && step(at, key), schema);
}

/** Own members only: a prototype must not answer for a payload's `constructor`. */
export function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface WalkedPlace {
  readonly path: string;
  readonly core: z.core.$ZodType;
  readonly value: unknown;
}

/** Includes the value itself. */
export function placesIn(
  schema: z.core.$ZodType,
  value: unknown,
  path = '$',
  places: WalkedPlace[] = [],
): WalkedPlace[] {
  const { core } = bare(schema);
  places.push({ path, core, value });
  if (Array.isArray(value)) {
    if (core instanceof z.ZodArray) for (const item of value) placesIn(core.element, item, `${path}[]`, places);
  } else if (isRecord(value)) {
    if (core instanceof z.ZodRecord)
      for (const entry of Object.values(value)) placesIn(core.valueType, entry, `${path}{*}`, places);
    else if (core instanceof z.ZodObject)
      for (const [name, child] of Object.entries<z.core.$ZodType>(core.shape))
        if (Object.hasOwn(value, name)) placesIn(child, value[name], `${path}.${name}`, places);
  }
  return places;
}

type MemberType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'map' | 'any';

/**
 * One documented place of a payload. Items of arrays (`[]`) and values of maps (`{*}`) are listed too: they
 * cannot be missing, only wrong. A map carries the promise of its keys.
 */
export interface Member extends Partial<Promised> {
  /** Such as `$.data[].settlement.withdrawal_id` or `$.balances{*}`. */
  readonly path: string;
  readonly type: MemberType;
  readonly optional: boolean;
  readonly nullable: boolean;
}

function childrenOf(core: z.core.$ZodType): readonly (readonly [string, z.core.$ZodType])[] {
  if (core instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(core.shape).map(([name, child]) => [`.${name}`, child]);
  }
  if (core instanceof z.ZodArray) return [['[]', core.element]];
  return core instanceof z.ZodRecord ? [['{*}', core.valueType]] : [];
}

function typeOf(core: z.core.$ZodType): MemberType {
  if (core instanceof z.ZodObject) return 'object';
  if (core instanceof z.ZodArray) return 'array';
  if (core instanceof z.ZodRecord) return 'map';
  if (core instanceof z.ZodNumber) return 'number';
  if (core instanceof z.ZodBoolean) return 'boolean';
  return promises.get(core)?.format === 'anything' ? 'any' : 'string';
}

function memberOf(path: string, schema: z.core.$ZodType): Member {
  const { core, optional, nullable } = bare(schema);
  const promised = promises.get(core instanceof z.ZodRecord ? core.keyType : core);
  return { path, type: typeOf(core), optional, nullable, ...promised };
}

/** Depth first, in the document's order; without the root. */
export function membersOf(schema: z.core.$ZodType, path = '$'): Member[] {
  return childrenOf(bare(schema).core).flatMap(([suffix, child]) => [
    memberOf(path + suffix, child),
    ...membersOf(child, path + suffix),
  ]);
}

/** The holder of a member, and its name or number there. */
export interface MemberPlace {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
}

function keysOf(holder: unknown, step: string): readonly (string | number)[] {
  if (step === '[]') {
    if (!Array.isArray(holder)) return [];
    return holder.length > 0 ? [...holder.keys()] : [0];
  }
  if (!isRecord(holder)) return [];
  return step === '{*}' ? Object.keys(holder) : [step.slice(1)];
}

/**
 * Every place at a path as `membersOf` writes it (`$.data[].rate`, `$.balances{*}`). A member's place is there although
 * the member is not, and so is the first one of an empty array.
 */
export function placesAt(body: unknown, path: string): readonly MemberPlace[] {
  const steps = path.match(/\.[^.[{]+|\[\]|\{\*\}/g) ?? [];
  let holders: readonly unknown[] = [body];
  let places: readonly MemberPlace[] = [];
  for (const step of steps) {
    places = holders.flatMap((holder) =>
      keysOf(holder, step).map((key) => ({ holder: holder as MemberPlace['holder'], key })),
    );
    holders = places.map(({ holder, key }) => (Object.hasOwn(holder, key) ? holder[key] : undefined));
  }
  return places;
}

/** At a path in the form of `membersOf`. */
export const valuesAt = (body: unknown, path: string): readonly unknown[] =>
  placesAt(body, path).flatMap(({ holder, key }) => (Object.hasOwn(holder, key) ? [holder[key]] : []));
