import { z } from 'zod';
import { type Promised, promises } from './promised.ts';
import { bare } from './schema-walk.ts';

export type MemberType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'map' | 'any';

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

/** Every documented member below a schema, depth first, in the document's order; the root itself is left out. */
export function membersOf(schema: z.core.$ZodType, path = '$'): Member[] {
  return childrenOf(bare(schema).core).flatMap(([suffix, child]) => [
    memberOf(path + suffix, child),
    ...membersOf(child, path + suffix),
  ]);
}
