import { z } from 'zod';
import { expectationOf } from './inspect.ts';
import { bare, type Promised, promises } from './schema-walk.ts';
import { type DriftKind, filled, isTextual, rulesOf, type ViolationKind } from './value-rules.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How to judge the violations of one record; a path is such as `$.data[].id`. */
export interface SchemaJudgement {
  readonly firmnessOf: (kind: ViolationKind | DriftKind, path: string) => string;
  /** True where the schema excludes values of this level; weaker ones become annotations. */
  readonly excludes: (firmness: string) => boolean;
  /** Reference to the schema of a part, where another document contains it. */
  readonly referenceTo?: (schema: z.core.$ZodType) => string | undefined;
}

interface JudgedPlace extends SchemaJudgement {
  readonly path: string;
  /** Members that are never null, in a record whose texts may be null for a while. */
  readonly fromTheStart?: readonly string[];
}

type Members = Record<string, JsonSchema>;

const below = (place: JudgedPlace, suffix: string): JudgedPlace => ({ ...place, path: place.path + suffix });

const isEmpty = (keywords: object): boolean => Object.keys(keywords).length === 0;

function jsonTypeOf({ format }: Promised): string | undefined {
  if (format === 'number' || format === 'integer') return 'number';
  if (format === 'flag') return 'boolean';
  return format === 'anything' ? undefined : 'string';
}

function valueSchema(core: z.core.$ZodType, promised: Promised, place: JudgedPlace): JsonSchema {
  const { known = [], closed } = promised;
  const type = jsonTypeOf(promised);
  const held: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  const firmness: Record<string, string> = {};
  if (type !== undefined) firmness.type = place.firmnessOf('type', place.path);
  const rules = rulesOf(promised);
  for (const { kind, keywords } of rules) {
    const firm = place.firmnessOf(kind, place.path);
    Object.assign(place.excludes(firm) ? held : shown, keywords);
    for (const keyword of Object.keys(keywords)) if (place.excludes(firm)) firmness[keyword] = firm;
  }
  if (closed === false && known.length > 0) {
    held.examples = known;
    firmness.examples = place.firmnessOf('unlisted', place.path);
  }
  return {
    ...(type !== undefined && { type }),
    ...(rules.length > 0 && closed !== true && { description: expectationOf(core) }),
    ...held,
    ...(!isEmpty(shown) && { 'x-shown': shown }),
    'x-firmness': firmness,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: literal, ...rest } = schema;
  if (typeof type !== 'string')
    return type === undefined && !('$ref' in schema) ? schema : { anyOf: [schema, { type: 'null' }] };
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...(literal !== undefined && { enum: [literal, null] }),
    ...rest,
  };
}

/**
 * True where a member may be null for a while, although the document has no null there; items of arrays and maps
 * never are.
 */
const mayComeLater = (schema: z.core.$ZodType, { fromTheStart, path }: JudgedPlace): boolean =>
  fromTheStart !== undefined &&
  /\w$/.test(path) &&
  !fromTheStart.some((name) => path === `$.${name}`) &&
  isTextual(schema);

function placedSchema(schema: z.core.$ZodType, place: JudgedPlace): JsonSchema {
  const { core, nullable } = bare(schema);
  const own = schemaOf(core, place);
  return nullable || mayComeLater(schema, place) ? orNull(own) : own;
}

function objectSchema(core: z.ZodObject, place: JudgedPlace): JsonSchema {
  const properties: Members = {};
  const required: string[] = [];
  for (const [name, member] of Object.entries<z.core.$ZodType>(core.shape)) {
    const at = below(place, `.${name}`);
    const { optional, nullable } = bare(member);
    const presence = place.firmnessOf(nullable ? 'omitted-nullable' : 'missing', at.path);
    const { 'x-firmness': firmness, ...keywords } = placedSchema(member, at);
    if (!optional && place.excludes(presence)) required.push(name);
    const firm = { ...(!optional && { required: presence }), ...(firmness as object | undefined) };
    properties[name] = { ...keywords, ...(!isEmpty(firm) && { 'x-firmness': firm }) };
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function schemaOf(core: z.core.$ZodType, place: JudgedPlace): JsonSchema {
  const $ref = place.path === '$' ? undefined : place.referenceTo?.(core);
  if ($ref !== undefined) return { $ref };
  const promised = promises.get(core);
  if (promised) return valueSchema(core, promised, place);
  if (core instanceof z.ZodObject) return objectSchema(core, place);
  if (core instanceof z.ZodArray) return { type: 'array', items: placedSchema(core.element, below(place, '[]')) };
  if (core instanceof z.ZodRecord) {
    return {
      type: 'object',
      propertyNames: schemaOf(bare(core.keyType).core, place),
      additionalProperties: placedSchema(core.valueType, below(place, '{*}')),
    };
  }
  throw new Error(`schemas: ${place.path} is of a kind that has no JSON Schema yet: ${core._zod.def.type}`);
}

function filledSchema(schema: z.core.$ZodType, place: JudgedPlace): JsonSchema | undefined {
  const { core } = bare(schema);
  if (core instanceof z.ZodArray) {
    const items = filledSchema(core.element, below(place, '[]'));
    return items && { items };
  }
  if (!(core instanceof z.ZodObject)) return undefined;
  const properties: Members = {};
  for (const [name, member] of Object.entries<z.core.$ZodType>(core.shape)) {
    const at = below(place, `.${name}`);
    const isLate = mayComeLater(member, at) && !bare(member).nullable;
    const filledMember = isLate ? { type: 'string' } : filledSchema(member, at);
    if (filledMember) properties[name] = filledMember;
  }
  return isEmpty(properties) ? undefined : { properties };
}

/**
 * The JSON Schema (2020-12) of a record. Unknown members are allowed; `x-firmness` is the level of each
 * keyword, and of the presence of the member; `x-shown` has the keywords that it only shows.
 */
export function jsonSchemaOf(schema: z.core.$ZodType, judged: SchemaJudgement): JsonSchema {
  const { core } = bare(schema);
  const state = filled.get(core as z.ZodType);
  const isLoose = state && !judged.excludes(judged.firmnessOf('null-before-approval', '$'));
  if (!isLoose) return schemaOf(core, { ...judged, path: '$' });
  const place = { ...judged, path: '$', fromTheStart: state.fromTheStart };
  return {
    ...schemaOf(core, place),
    if: { properties: { status: { type: 'string', pattern: state.statusPattern } }, required: ['status'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: filledSchema(core, place) ?? {},
  };
}
