import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationIds, operationOf, requirements } from '#contract';
import { startSandbox } from '#sandbox';
import { commandHere } from './command.test.support.ts';

const built = commandHere();
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

const exported = async (form: string): Promise<string> => {
  const { code, out, err } = await built.run(['export', form], { PATH: process.env.PATH ?? '' });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

type Schema = Parameters<typeof z.fromJSONSchema>[0];

interface Media {
  readonly content?: {
    readonly 'application/json': { readonly schema: { $ref: string }; readonly example?: unknown };
  };
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: Readonly<Record<string, Media>>;
            readonly 'x-requirements': readonly { id: string }[];
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const accepts = (schema: Schema | undefined, value: unknown): boolean =>
  z.fromJSONSchema(schema ?? false).safeParse(value).success;

describe('openapi', () => {
  let document: Document;
  beforeAll(async () => {
    document = JSON.parse(await exported('openapi')) as Document;
  });

  const operationsIn = () => Object.values(document.paths).flatMap((path) => Object.values(path));

  test('has every endpoint, and every requirement of one', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(
      operationsIn()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(operationIds.map((id) => operationOf(id).call).sort());
    const told = new Set(
      operationsIn().flatMap((operation) => operation['x-requirements'].map(({ id }) => id)),
    );
    expect(requirements.filter(({ id }) => !told.has(id))).toEqual([]);
  });

  test('every reference leads to a schema', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  test('the answers of the sandbox are the examples, and keep to their schemas', () => {
    const shown = operationsIn().flatMap(({ responses }) => responses['2XX']?.content ?? []);
    const answering = operationIds.filter((id) => operationOf(id).success !== null);
    expect(shown).toHaveLength(answering.length);
    for (const { 'application/json': media } of shown) {
      const name = media.schema.$ref.split('/').at(-1) ?? '';
      expect(media.example, name).toBeDefined();
      expect(accepts(document.components.schemas[name], media.example), name).toBe(true);
    }
  });
});

test('schemas: a record that lacks a member, or has it in another form, is refused', async () => {
  const schemas = JSON.parse(await exported('schemas')) as Readonly<Record<string, Schema>>;
  expect(Object.keys(schemas)).toEqual(operationIds.filter((id) => operationOf(id).success !== null));
  const document = JSON.parse(await exported('openapi')) as Document;
  const withdrawal = document.paths['/v1/ramp/{subaccountId}/banking/withdrawals/{withdrawalId}']?.get;
  const record = withdrawal?.responses['2XX']?.content?.['application/json'].example as Record<
    string,
    unknown
  >;
  const schema = schemas['withdrawal.read'];
  expect(accepts(schema, { ...record, more: 1 })).toBe(true);
  for (const wrong of [
    { id: 'w-1' },
    { id: '00000000-0000-0000-0000-000000000000' },
    { created_at: '2026-01-01' },
    { amount: '1.5' },
    { amount: 1.5 },
    { rate: '1' },
    { chain: null },
    { chain: undefined },
  ])
    expect(accepts(schema, JSON.parse(JSON.stringify({ ...record, ...wrong }))), JSON.stringify(wrong)).toBe(
      false,
    );
  expect(JSON.stringify(schema)).toContain(
    '"x-firmness":"stated","x-requirement":"withdrawal.read/writes-its-amounts"',
  );
});

const statusesOf = (script: string, settings: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const options = { env: { PATH: process.env.PATH, ...settings }, encoding: 'utf8' as const };
    const quiet = script.replaceAll('curl -sS', "curl -sS -o /dev/null -w '%{http_code}'");
    execFile('sh', ['-c', quiet], options, (error, out) =>
      error ? reject(error) : resolve(out.split('\n').filter(Boolean)),
    );
  });

test('curl: every endpoint answers its request, and an order is started only with leave', async () => {
  const script = await exported('curl');
  const sandbox = await startSandbox();
  try {
    const reads = await statusesOf(script, sandbox.settings);
    expect(reads).toEqual(operationIds.filter((id) => !operationOf(id).movesMoney).map(() => '200'));
    const all = await statusesOf(script, { ...sandbox.settings, MOVE_MONEY: 'yes' });
    expect(all).toHaveLength(operationIds.length);
    expect(all.filter((status) => !/^20[014]$/.test(status))).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

test('what is no form is refused', async () => {
  for (const args of [['export'], ['export', 'openap']]) {
    const { code, err } = await built.run(args, { PATH: process.env.PATH ?? '' });
    expect(err).toContain('export takes one of openapi, schemas, curl');
    expect(code).toBe(2);
  }
});
