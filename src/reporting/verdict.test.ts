import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { mixedVerdict, reportsWith, verdictOn } from './example.test.support.ts';
import type { Verdict as PublishedVerdict } from './published-verdict.d.ts';
import { type Verdict, verdictSchema } from './verdict.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

const literals = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(' | ');

const comment = ({ description }: Schema): string =>
  description === undefined ? '' : `/** ${description} */\n`;

const members = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const type = typeOf(schema);
      return `${comment(schema)}${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};`;
    })
    .join('\n');

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
};

/** The TypeScript type of a JSON Schema; bounds of numbers have no type. */
function typeOf(schema: Schema): string {
  const { anyOf, items, propertyNames, additionalProperties, type = '' } = schema;
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (items) return `${typeOf(items)}[]`;
  if (propertyNames && typeof additionalProperties === 'object')
    return `Record<${typeOf(propertyNames)}, ${typeOf(additionalProperties)}>`;
  if (schema.properties) return `{\n${members(schema)}\n}`;
  const known = plain[type];
  if (known === undefined) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return known;
}

/** The types of a verdict for those who read one, from its published schema. */
const renderVerdictTypes = (schema: Schema): string =>
  `/** The content of \`verdict.json\`. It only grows. */\nexport interface Verdict ${typeOf(schema)}\n`;

const path = fileURLToPath(new URL('./verdict.schema.json', import.meta.url));
const published = await readFile(path, 'utf8');

test('the published schema is the one that is rendered (vitest -u writes it, biome lays it out)', async () => {
  // By its input, in which members beyond it are allowed: the verdict grows.
  const rendered = `${JSON.stringify(z.toJSONSchema(verdictSchema, { io: 'input' }), null, 2)}\n`;
  const same = JSON.stringify(JSON.parse(published)) === JSON.stringify(JSON.parse(rendered));
  await expect(same ? published : rendered).toMatchFileSnapshot(path);
});

test('a verdict keeps to the schema, and a grown one to the published schema', () => {
  const schema = z.fromJSONSchema(JSON.parse(published));
  for (const verdict of [mixedVerdict(), verdictOn(reportsWith())]) {
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    const grown = { ...JSON.parse(JSON.stringify(verdict)), later: 1 };
    expect(schema.safeParse(grown).error).toBeUndefined();
  }
  expect(schema.safeParse({ ...mixedVerdict(), verdict: 'perhaps' }).success).toBe(false);
});

const typesPath = fileURLToPath(new URL('./published-verdict.d.ts', import.meta.url));

/** Layout is for biome, which also breaks a long union into lines that begin with a bar. */
const withoutLayout = (types: string): string =>
  types
    .replaceAll('"', "'")
    .replace(/\s+/g, '')
    .replace(/([:<,])\|/g, '$1');

test('the published types are those of the schema (vitest -u writes them, biome lays them out)', async () => {
  const file = await readFile(typesPath, 'utf8').catch(() => '');
  const rendered = renderVerdictTypes(JSON.parse(published));
  const same = withoutLayout(file) === withoutLayout(rendered);
  await expect(same ? file : rendered).toMatchFileSnapshot(typesPath);
});

test('the published types say what the harness writes', () => {
  expectTypeOf<PublishedVerdict>().toEqualTypeOf<Verdict>();
});
