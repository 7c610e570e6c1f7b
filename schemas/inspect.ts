import { z } from 'zod';
import { bare, promisedOf, schemaAt, valueAt } from './anatomy.ts';
import { type Aspect, codeOf, type DeviationCode, isAspect } from './aspect.ts';
import { describe, describeTerm } from './describe.ts';
import { expectationOf } from './expectation.ts';
import { fewest } from './fewest.ts';
import { isYetToBeFilled } from './filled.ts';
import { thin } from './thin.ts';

export interface ClassifiedIssue {
  readonly aspect: Aspect;
  readonly code: DeviationCode;
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

/** One broken promise; nothing in it repeats the payload. */
export interface Deviation extends ClassifiedIssue {
  readonly observed: string;
  /** How often its like was met, where not each is told. */
  readonly times?: number;
}

/** What an issue was raised against: an issue alone tells neither absence from null nor nullable from not. */
export interface Inspected {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

function namedAspect(issue: z.core.$ZodIssue): Aspect | undefined {
  if (issue.code === 'invalid_key')
    return issue.issues[0] && namedAspect(issue.issues[0] as z.core.$ZodIssue);
  const aspect = issue.code === 'custom' ? issue.params?.aspect : undefined;
  return isAspect(aspect) ? aspect : undefined;
}

function aspectAt(inspected: Inspected, path: readonly PropertyKey[]): Aspect {
  const at = schemaAt(inspected.schema, path);
  const value = valueAt(inspected.value, path);
  const isNullable = at !== undefined && bare(at).nullable;
  if (value === undefined) return isNullable ? 'omitted-nullable' : 'missing';
  if (value === null)
    return at !== undefined && isYetToBeFilled(inspected, at, path) ? 'null-before-approval' : 'null';
  const closed = at !== undefined && promisedOf(at)?.closed === true;
  return closed && typeof value === 'string' ? 'set' : 'type';
}

/** Names that the schema has are the document's; all others are keys of maps, and may be data. */
const shown = (schema: z.core.$ZodType, path: readonly PropertyKey[]): (string | number)[] =>
  path.map((key, index) => {
    if (typeof key === 'number') return key;
    const holder = schemaAt(schema, path.slice(0, index));
    const named = holder !== undefined && bare(holder).core instanceof z.ZodObject;
    const name = String(key);
    if (named) return name;
    const term = describeTerm(name);
    return term === name ? name : `{${term}}`;
  });

/** Classifies an issue of `schema.safeParse(value)`. */
export function aspectOf(issue: z.core.$ZodIssue, inspected: Inspected): ClassifiedIssue {
  const { schema } = inspected;
  const at = schemaAt(schema, issue.path);
  const aspect = namedAspect(issue) ?? aspectAt(inspected, issue.path);
  const expected = issue.code === 'invalid_key' ? 'lower-case code' : at ? expectationOf(at) : 'nothing';
  return { aspect, code: codeOf[aspect], path: shown(schema, issue.path), expected };
}

/** A closed set is public, so that a slip of case may be told from another value. */
function isCaseVariant(at: z.core.$ZodType | undefined, value: unknown): boolean {
  if (typeof value !== 'string' || at === undefined) return false;
  return (promisedOf(at)?.known ?? []).some((known) => known.toLowerCase() === value.toLowerCase());
}

function observedOf(aspect: Aspect, issue: z.core.$ZodIssue, { schema, value }: Inspected): string {
  const met = valueAt(value, issue.path);
  if (aspect === 'country-case' || aspect === 'currency-case') return 'differs only in case';
  if (aspect === 'set' && isCaseVariant(schemaAt(schema, issue.path), met)) return 'differs only in case';
  return aspect === 'document-format' ? 'uri with another extension' : describe(met);
}

/** Holds a value to a schema: every broken promise, at most 50 of an aspect; its like is counted. */
export function inspect(schema: z.ZodType, value: unknown): Deviation[] {
  const looked = thin(value);
  const inspected = { schema, value: looked.value };
  const issues = schema.safeParse(looked.value).error?.issues ?? [];
  const deviations = issues.map((issue) => {
    const classified = aspectOf(issue, inspected);
    const path = shown(schema, looked.whole(issue.path));
    return { ...classified, path, observed: observedOf(classified.aspect, issue, inspected) };
  });
  return fewest(deviations);
}
