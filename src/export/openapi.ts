import { listings, type OperationId, operationIds, operationOf, operationsOf, requirements } from '#contract';
import { bankAccountError, briefError, fullError, jsonSchemaOf } from '#schemas';
import { recordSchemas } from './schemas.ts';

/** A success of the operation, as a service has answered it. */
export type Examples = Readonly<Partial<Record<OperationId, unknown>>>;

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const initiations: readonly OperationId[] = ['onramp.initiate', 'offramp.initiate'];

const refusal = (description: string, schema: object) => ({ description, content: json(schema) });

const refusalsOf = (id: OperationId): Readonly<Record<string, object>> => {
  const { request, path } = operationOf(id) as { request?: unknown; path: string };
  // Some carry two members alone, and which those are is not said of every endpoint.
  const brief = ref('briefError');
  const absent = initiations.includes(id) ? { anyOf: [brief, ref('bankAccountError')] } : brief;
  return {
    ...(request === undefined ? {} : { 400: refusal('The order is not as it has to be.', ref('fullError')) }),
    401: refusal('The key is missing or wrong.', brief),
    403: refusal('The key has no permission.', brief),
    ...(/\{\w+Id\}/.test(path)
      ? { 404: refusal('What the path or the order names does not exist.', absent) }
      : {}),
  };
};

const parametersOf = (id: OperationId): readonly object[] => {
  const names = [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id') ? { type: 'string', format: 'uuid' } : { type: 'string', minLength: 3 },
  }));
  const isListing = (listings as readonly string[]).includes(id);
  const inQuery = ['page', 'limit'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer' },
  }));
  return [...inPath, ...(isListing ? inQuery : [])];
};

const requirementsOf = (id: OperationId) =>
  requirements
    .filter((requirement) => operationsOf(requirement).includes(id))
    .map((requirement) => ({ id: requirement.id, firmness: requirement.firmness }));

const operationObject = (id: OperationId, examples: Examples): object => {
  const { heading, success, ...operation } = operationOf(id);
  const body = 'request' in operation ? ref(`${id}.order`) : undefined;
  const content = success === null ? {} : { content: json(ref(id), examples[id]) };
  return {
    operationId: operation.call,
    summary: heading,
    description: `To ${operation.purpose}.`,
    tags: [id.split('.')[0]],
    parameters: parametersOf(id),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: {
      '2XX': { description: 'Done.', ...content },
      ...refusalsOf(id),
    },
    'x-moves-money': operation.movesMoney,
    'x-requirements': requirementsOf(id),
  };
};

const orderSchemas = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    operationIds.flatMap((id) => {
      const operation = operationOf(id);
      return 'request' in operation ? [[`${id}.order`, bare(jsonSchemaOf(operation.request))]] : [];
    }),
  );

/** Within a document of OpenAPI its dialect is known. */
const bare = ({ $schema, ...schema }: { readonly $schema?: unknown }): object => schema;

/** The contract as OpenAPI 3.1: what the document says, with the firmness and the requirements that hold it. */
export const openApi = (version: string, examples: Examples = {}): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const id of operationIds) {
    const { method, path } = operationOf(id);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(id, examples) };
  }
  const records = Object.entries(recordSchemas()).map(([name, schema]) => [name, bare(schema)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cross-border ramp',
      version,
      description:
        'Made of the schemas and requirements of ramp-conformance. `x-firmness` says how firmly the document promises: stated, implied or shown.',
    },
    servers: [{ url: 'https://sandbox.example.com' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operationIds.map((id) => id.split('.')[0]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: {
        ...Object.fromEntries(records),
        ...orderSchemas(),
        fullError: bare(jsonSchemaOf(fullError)),
        briefError: bare(jsonSchemaOf(briefError)),
        bankAccountError: bare(jsonSchemaOf(bankAccountError)),
      },
    },
  };
};
