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
export const renderVerdictTypes = (schema: Schema): string =>
  `/** The content of \`verdict.json\`. It only grows. */\nexport interface Verdict ${typeOf(schema)}\n`;
