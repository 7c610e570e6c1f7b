// The types of verdict.json for those who read one, made of its published schema. By hand, because the schema uses few words,
// and the libraries that know them all bring a dozen packages and a formatter.
import { readFileSync } from 'node:fs';

const plain = { string: 'string', boolean: 'boolean', integer: 'number', number: 'number' };

const literals = (values) => values.map((value) => JSON.stringify(value)).join(' | ');

const membersOf = ({ properties, required = [] }, indent) =>
  Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, indent);
    const comment = schema.description === undefined ? '' : `${indent}/** ${schema.description} */\n`;
    return `${comment}${indent}${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};\n`;
  });

/** Bounds of numbers have no type. */
const typeOf = (schema, indent) => {
  const { anyOf, items, propertyNames, additionalProperties, properties, type } = schema;
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  if (anyOf) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (items) return `${typeOf(items, indent)}[]`;
  if (propertyNames) return `Record<${typeOf(propertyNames, indent)}, ${typeOf(additionalProperties, indent)}>`;
  if (properties) return `{\n${membersOf(schema, `${indent}  `).join('')}${indent}}`;
  if (Object.hasOwn(plain, type)) return plain[type];
  throw new Error(`no type for ${JSON.stringify(schema)}`);
};

export const verdictTypes = () => ({
  name: 'verdict types',
  generateBundle() {
    const schema = JSON.parse(readFileSync(new URL('../src/reporting/verdict.schema.json', import.meta.url), 'utf8'));
    const source = `/** The content of \`verdict.json\`. It only grows. */\nexport interface Verdict ${typeOf(schema, '')}\n`;
    this.emitFile({ type: 'asset', fileName: 'verdict.d.ts', source });
  },
});
