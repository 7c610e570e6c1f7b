import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { isRequirementId, operationIds, operationOf, requirements } from '#contract';
import { sandboxKeys } from '#sandbox';
import { type Json, openApiDocument } from './openapi.ts';

type Operation = Json & {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Media>>;
  readonly requestBody?: Media;
  readonly 'x-requirements': readonly string[];
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Json;
  readonly example: unknown;
}

interface Media {
  readonly content?: Readonly<
    Record<string, { readonly schema: Json; readonly examples: { readonly sandbox: { readonly value: unknown } } }>
  >;
}

let document: Json & { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
beforeAll(async () => {
  document = (await openApiDocument()) as typeof document;
});

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every endpoint of the document is there, by its path and method', () => {
  expect(operations()).toHaveLength(operationIds.length);
  for (const id of operationIds) {
    const { path, method, call } = operationOf(id);
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(call);
  }
});

test('every requirement stands at its endpoints, with its level and claim at the root', () => {
  const named = new Set(operations().flatMap((operation) => operation['x-requirements']));
  expect([...named].filter((id) => !isRequirementId(id))).toEqual([]);
  expect(named.size).toBe(requirements.length);
  const catalogue = document['x-requirements'] as Readonly<Record<string, Json>>;
  for (const { id, firmness, claim } of requirements) expect(catalogue[id]).toMatchObject({ firmness, claim });
});

test('every example and parameter is what its schema says', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'contract');
  const isRight = (schema: Json, value: unknown): boolean => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
    return ajv.validate(JSON.parse(text), value);
  };
  const wrong = operations().flatMap(({ operationId, parameters, responses, requestBody }) => {
    const bodies = Object.entries({ ...responses, ...(requestBody && { request: requestBody }) });
    const media = bodies.flatMap(([name, { content = {} }]) =>
      Object.values(content).map(({ schema, examples }) => ({ name, schema, value: examples.sandbox.value })),
    );
    const parts = parameters.map(({ name, schema, example }) => ({ name, schema, value: example }));
    return [...media, ...parts]
      .filter(({ schema, value }) => value === undefined || !isRight(schema, value))
      .map(({ name }) => `${operationId} ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('the refusals of the table of errors are described, each with an example', () => {
  const statuses = Object.fromEntries(
    operations().map(({ operationId, responses }) => [operationId, Object.keys(responses).join(' ')]),
  );
  expect(statuses).toMatchObject({
    readSubaccount: '401 403 404 2XX 4XX',
    readIndividualKyc: '401 403 404 2XX 4XX',
    readBalances: '401 403 2XX 4XX',
    simulateDeposit: '400 401 403 404 2XX 4XX',
    initiateOnramp: '400 401 403 404 2XX 4XX',
    initiateLightningOfframp: '401 403 404 2XX 4XX',
    listConversions: '401 403 2XX 4XX',
  });
});

test('only what the document calls required is required of an order', () => {
  const { components } = document as unknown as {
    components: { schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> };
  };
  expect(components.schemas.LightningOfframpOrder?.required).toEqual(['recipient_id', 'amount']);
  for (const order of ['DepositOrder', 'OnrampOrder', 'OfframpOrder'])
    expect(components.schemas[order]?.required).toBeUndefined();
});

test('what a path names is required, and nothing else is', () => {
  for (const { parameters } of operations())
    for (const parameter of parameters) expect(parameter.required).toBe(parameter.in === 'path');
});

test('listings take a page and a limit', () => {
  const listings = operations().filter(({ parameters }) => parameters.some(({ name }) => name === 'page'));
  expect(listings.map(({ operationId }) => operationId)).toEqual(['listOfframps', 'listConversions']);
});

test('it is the same each time, holds no key, and refers to nothing that is not there', async () => {
  const text = JSON.stringify(document);
  expect(JSON.stringify(await openApiDocument())).toBe(text);
  for (const key of Object.values(sandboxKeys)) expect(text).not.toContain(key);
  const { components } = document as unknown as { components: { schemas: object } };
  const known = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
  const named = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, address]) => address);
  expect(named.filter((address = '') => !known.includes(address))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
