// The contract for other tools: each record as JSON Schema, and the whole as OpenAPI 3.1.
import {
  documentTitle,
  documentVersion,
  type Firmness,
  isListing,
  isRequirementId,
  type OperationId,
  operationIds,
  operationOf,
  parametersOf,
  requirementOf,
  requirementOfViolation,
  requirements,
} from '#contract';
import {
  bankAccountError,
  type DriftKind,
  fullError,
  type JsonSchema,
  jsonSchemaOf,
  type SchemaJudgement,
  shortError,
  taxonomyEntry,
  type ViolationKind,
} from '#schemas';
import { type DescribedRefusal, type Examples, gatherExamples, refusalsOf, variableOf } from './examples.ts';

/** A schema excludes the violations that fail the gate by default. */
const excludes = (firmness: string): boolean => firmness === 'stated' || firmness === 'implied';

const answeredBy =
  (operation: OperationId) =>
  (kind: ViolationKind | DriftKind, path: string): Firmness =>
    requirementOf(requirementOfViolation(operation, path, kind)).firmness;

const impliedKinds: ReadonlySet<ViolationKind | DriftKind> = new Set(['nil-identifier', 'integer']);

const written = (kind: ViolationKind | DriftKind): Firmness => {
  if (kind === 'unlisted') return 'shown';
  return impliedKinds.has(kind) ? 'implied' : 'stated';
};

const sentTo =
  (operation: OperationId) =>
  (kind: ViolationKind | DriftKind): Firmness => {
    const open = `${operation}/answer-to-a-missing-member`;
    if (kind === 'missing' && isRequirementId(open)) return requirementOf(open).firmness;
    return written(kind);
  };

/** For all endpoints together, the document promises only the message. */
const absentBankAccount = bankAccountError.partial({ statusCode: true, timestamp: true });

type Described = readonly [Parameters<typeof jsonSchemaOf>[0], SchemaJudgement['firmnessOf']];

const nameOf = (id: OperationId): string => {
  const { record, page } = operationOf(id);
  const [noun = ''] = id.split('.');
  return record ?? (page ? `${noun}-listing` : noun);
};

const ofOperation = (id: OperationId): readonly (readonly [name: string, Described])[] => {
  const { success, request } = operationOf(id);
  const [noun] = id.split('.');
  return [
    ...(request === undefined ? [] : [[`${noun}-order`, [request, sentTo(id)]] as const]),
    ...(success === null ? [] : [[nameOf(id), [success, answeredBy(id)]] as const]),
  ];
};

const records: ReadonlyMap<string, Described> = new Map<string, Described>([
  ...operationIds.flatMap(ofOperation),
  ['taxonomy-entry', [taxonomyEntry, answeredBy('taxonomy.list')]],
  ['full-error', [fullError, written]],
  ['short-error', [shortError, written]],
  ['bank-account-error', [bankAccountError, written]],
  ['absent-bank-account', [absentBankAccount, written]],
]);

const describedAs = (name: string): Described => {
  const described = records.get(name);
  if (described === undefined) throw new Error(`export: no record is called ${name}`);
  return described;
};

export const recordNames: readonly string[] = [...records.keys()];

const namesBySchema = new Map<object, string>(recordNames.map((name) => [describedAs(name)[0], name]));

export function recordOf(schema: object): string {
  const name = namesBySchema.get(schema);
  if (name === undefined) throw new Error('export: a schema of an operation is no record');
  return name;
}

/** The JSON Schema of a record, with its parts. */
export function recordSchema(name: string): JsonSchema {
  const [schema, firmnessOf] = describedAs(name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...jsonSchemaOf(schema, { firmnessOf, excludes }),
  };
}

function recordComponent(name: string, address: (part: string) => string): JsonSchema {
  const [schema, firmnessOf] = describedAs(name);
  const referenceTo = (part: object): string | undefined => {
    const known = namesBySchema.get(part);
    return known && address(known);
  };
  return jsonSchemaOf(schema, { firmnessOf, excludes, referenceTo });
}

function componentOf(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function addressOf(name: string): string {
  return `#/components/schemas/${componentOf(name)}`;
}

export type Json = Readonly<Record<string, unknown>>;

const content = (schema: Json, value: unknown): Json => ({
  'application/json': {
    schema,
    examples: { sandbox: { summary: 'From the embedded sandbox.', value } },
  },
});

const uuidPattern = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

const pathParameter = (operation: OperationId, name: string, { setting }: Examples): Json => ({
  name,
  in: 'path',
  required: true,
  description: name === 'currency' ? 'A currency code.' : 'A UUID.',
  schema:
    name === 'currency'
      ? { type: 'string', examples: ['MXN', 'BRL', 'COP', 'ARS'] }
      : { type: 'string', format: 'uuid', pattern: uuidPattern },
  example: setting(variableOf(operation, name)),
  'x-firmness': 'stated',
});

const queryParameter = (name: string, description: string, example: number): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', 'x-firmness': { type: 'stated', minimum: 'silent', maximum: 'silent' } },
  example,
  'x-firmness': 'stated',
});

const pageParameters: readonly Json[] = [
  queryParameter('page', 'The number of the page.', 1),
  queryParameter('limit', 'Items in a page.', 10),
];

const parameters = (id: OperationId, examples: Examples): readonly Json[] => [
  ...parametersOf(id).map((name) => pathParameter(id, name, examples)),
  ...(isListing(id) ? pageParameters : []),
];

const success = (id: OperationId, examples: Examples): Json => {
  const { success: schema, purpose } = operationOf(id);
  const firmness = { status: 'silent', content: 'stated' };
  if (schema === null) return { description: 'Success, without a body.', 'x-firmness': firmness };
  return {
    description: `Success: ${purpose}.`,
    content: content({ $ref: addressOf(recordOf(schema)) }, examples.success(id)),
    'x-firmness': firmness,
  };
};

/** No reference, because each refusal has another `error`. */
const refusalSchema = ({ body, error }: DescribedRefusal): Json => {
  if (error === undefined) return { $ref: addressOf(body) };
  const record = recordComponent(body, addressOf);
  const members = record.properties as Readonly<Record<string, Json>>;
  return { ...record, properties: { ...members, error: { ...members.error, const: error } } };
};

const refusal = (id: OperationId, described: DescribedRefusal, examples: Examples): Json => ({
  description: described.condition,
  content: content(refusalSchema(described), examples.refusal(id, described.status)),
  'x-firmness': requirementOf(described.requirement).firmness,
  'x-requirements': [described.requirement],
});

const responses = (id: OperationId, examples: Examples): Json => ({
  '2XX': success(id, examples),
  ...Object.fromEntries(
    refusalsOf(id).map((described) => [String(described.status), refusal(id, described, examples)]),
  ),
  '4XX': {
    description: 'Any other refusal: the document leaves its status and body open.',
    'x-firmness': 'silent',
  },
});

const requestBody = (id: OperationId, examples: Examples): Json => {
  const { request } = operationOf(id);
  if (request === undefined) return {};
  return {
    requestBody: { required: true, content: content({ $ref: addressOf(recordOf(request)) }, examples.order(id)) },
  };
};

const operationObject = (id: OperationId, examples: Examples): Json => {
  const { number, heading, group, call, purpose } = operationOf(id);
  return {
    operationId: call,
    tags: [group],
    summary: heading,
    description: `Endpoint ${number} of the document: ${purpose}.`,
    parameters: parameters(id, examples),
    ...requestBody(id, examples),
    responses: responses(id, examples),
    'x-operation': id,
    'x-requirements': requirements
      .filter(({ operations }) => operations.includes(id))
      .map((requirement) => requirement.id),
  };
};

const description = [
  'What the interface document promises of a cross-border ramp service, endpoint by endpoint.',
  '',
  '`x-firmness` is the level of the document: `stated` (it says so), `implied` (it follows), `shown` (an example only) or',
  '`silent` (it leaves it open). Schemas exclude what breaks a stated or implied promise; `x-shown` has the keywords that are',
  'only shown. `x-requirements` names the requirements of an endpoint; those of the whole document, with their claims, stand at',
  'the root. Unknown members are allowed everywhere. Every success status is allowed, because the document gives none.',
].join('\n');

/** A variable, because each environment has its own address. */
const server = (name: string, environment: string): Json => ({
  url: `{${name}}`,
  description: environment,
  variables: {
    [name]: { default: `https://${environment.toLowerCase()}.invalid`, description: 'Its base address.' },
  },
});

const pathsOf = (operations: readonly OperationId[], examples: Examples): Json => {
  const paths: Record<string, Json> = {};
  for (const id of operations) {
    const { path, method } = operationOf(id);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(id, examples) };
  }
  return paths;
};

const schemasNamedIn = (paths: Json): Json => {
  const schemas = recordNames.map((name) => [name, recordComponent(name, addressOf)] as const);
  const known = new Set<string>();
  for (let text = JSON.stringify(paths); text !== ''; ) {
    const next = schemas.filter(([name]) => !known.has(name) && text.includes(`"${addressOf(name)}"`));
    for (const [name] of next) known.add(name);
    text = next.map(([, schema]) => JSON.stringify(schema)).join('');
  }
  const named = schemas.filter(([name]) => known.has(name));
  return Object.fromEntries(named.map(([name, schema]) => [componentOf(name), schema]));
};

const catalogue = (): Json =>
  Object.fromEntries(requirements.map(({ id, firmness, section, claim }) => [id, { firmness, section, claim }]));

const usedTags = (): readonly Json[] =>
  [...new Set(operationIds.map((id) => operationOf(id).group))].map((name) => ({
    name,
    description: `${name}, as the document groups them.`,
  }));

/** OpenAPI 3.1; the text is the same each time. */
export async function openApiDocument(operations: readonly OperationId[] = operationIds): Promise<Json> {
  const paths = pathsOf(operations, await gatherExamples());
  return {
    openapi: '3.1.0',
    info: { title: documentTitle, version: documentVersion, description },
    servers: [server('base_url', 'Production'), server('sandbox_base_url', 'Sandbox')],
    security: [{ apiKey: [] }],
    tags: usedTags(),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', 'x-firmness': 'stated' } },
      schemas: schemasNamedIn(paths),
    },
    'x-requirements': catalogue(),
  };
}
