import { z } from 'zod';
import { describe, describeKey, describeTerm } from './describe.ts';
import { promises } from './promised.ts';
import { isRecord, placesIn } from './schema-walk.ts';
import { truncate } from './truncate.ts';

/** Something that the document does not name; `path` is a template, so that a hundred items make one drift. */
export interface Drift {
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
