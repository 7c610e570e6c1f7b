import { operationIds, operationOf, requirements } from '#contract';
import { type Examples, gatherExamples } from './examples.ts';
import { type Json, operationObject } from './operation.ts';
import { addressOf, componentOf, recordComponent, recordNames } from './records.ts';

const description = [
  'What the interface document promises of a cross-border ramp service, endpoint by endpoint.',
  '',
  '`x-firmness` says how firmly the document speaks: `stated` (it says so), `implied` (it follows), `shown` (an example only) or',
  '`silent` (it leaves it open). Schemas exclude what breaks a stated or implied promise; `x-shown` has the keywords that are',
  'only shown. `x-requirements` names the requirements of an endpoint; those of the whole document, with their claims, stand at',
  'the root. Unknown members are allowed everywhere. Every success status is allowed, because the document gives none.',
].join('\n');

/** No address is known: each environment has its own. */
const server = (name: string, environment: string): Json => ({
  url: `{${name}}`,
  description: environment,
  variables: {
    [name]: { default: `https://${environment.toLowerCase()}.invalid`, description: 'Its base address.' },
  },
});

const pathsOf = (examples: Examples): Json => {
  const paths: Record<string, Json> = {};
  for (const id of operationIds) {
    const { path, method } = operationOf(id);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(id, examples) };
  }
  return paths;
};

/** The records that the paths refer to, and those that these refer to. */
const schemasNamedIn = (paths: Json): Json => {
  const schemas = recordNames.map((name) => [name, recordComponent(name, addressOf)] as const);
  const text = JSON.stringify([paths, schemas]);
  const named = schemas.filter(([name]) => text.includes(`"${addressOf(name)}"`));
  return Object.fromEntries(named.map(([name, schema]) => [componentOf(name), schema]));
};

const catalogue = (): Json =>
  Object.fromEntries(
    requirements.map(({ id, firmness, section, claim }) => [id, { firmness, section, claim }]),
  );

const usedTags = (): readonly Json[] =>
  [...new Set(operationIds.map((id) => operationOf(id).group))].map((name) => ({
    name,
    description: `${name}, as the document groups them.`,
  }));

/** The contract as an OpenAPI 3.1 document; the same text each time. */
export async function openApiDocument(): Promise<Json> {
  const paths = pathsOf(await gatherExamples());
  return {
    openapi: '3.1.0',
    info: { title: 'Cross-Border Ramp Service Interface', version: '1.0.0', description },
    servers: [server('base_url', 'Production'), server('sandbox_base_url', 'Sandbox')],
    security: [{ apiKey: [] }],
    tags: usedTags(),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', 'x-firmness': 'stated' },
      },
      schemas: schemasNamedIn(paths),
    },
    'x-requirements': catalogue(),
  };
}
