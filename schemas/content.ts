import { z } from 'zod';
import { type Format, promises } from './promised.ts';
import { placesIn } from './schema-walk.ts';

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
