import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { operationIds, operationOf } from '#contract';
import { routes } from './sandbox/endpoints.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const nounOf = (id: string): string => id.slice(0, id.indexOf('.'));
const nouns = [...new Set(operationIds.map(nounOf))];

/** The files that docs/adding-an-endpoint.md asks for. */
const filesOf = (noun: string): readonly string[] => [`schemas/${noun}.test.ts`, `src/contract/endpoints/${noun}.ts`];

test('every file of the catalogue stands in its list', () => {
  const files = readdirSync(join(root, 'src/contract/endpoints')).filter((file) => !file.includes('.test.'));
  const missing = files.filter((file) => !read('src/contract/operations.ts').includes(`'./endpoints/${file}'`));
  expect(missing.map((file) => `add './endpoints/${file}' to src/contract/operations.ts`)).toEqual([]);
});

test.each(nouns)('%s has every file of an endpoint', (noun) => {
  const missing = filesOf(noun).filter((file) => !existsSync(join(root, file)));
  expect(missing.map((file) => `write ${file}`)).toEqual([]);
});

test.each(nouns)('%s has checks and faults', (noun) => {
  const isNamed = (folder: string) =>
    readdirSync(join(root, folder)).some((file) => read(`${folder}/${file}`).includes(`'${noun}.`));
  const missing = ['suites/endpoints', 'src/faults/defects'].filter((folder) => !isNamed(folder));
  expect(missing.map((folder) => `write of ${noun} in ${folder}`)).toEqual([]);
});

test.each(operationIds)('%s has a route in the sandbox', (id) => {
  const isServed = routes.some(({ operation }) => operation === id);
  expect(isServed ? [] : [`add the route of ${id} to src/sandbox/endpoints.ts`]).toEqual([]);
});

test.each(operationIds)('%s is served by the sample vendor', (id) => {
  const { method, path } = operationOf(id);
  const route = `'${method}', '${path.replace(/\{\w+\}/g, '*').replace(/\/$/, '')}',`;
  const isServed = read('examples/vendor/service.mjs').replace(/\s+/g, ' ').includes(route);
  expect(isServed ? [] : [`add the route ${route} to examples/vendor/service.mjs`]).toEqual([]);
});

test.each(operationIds)('%s is in the baseline of the sandbox', (id) => {
  const file = `reports/baselines/sandbox/${id}.json`;
  expect(existsSync(join(root, file)) ? [] : [`make ${file} by baseline accept sandbox`]).toEqual([]);
});

/** Endpoints of the first edition of the document. */
const atFirst = 14;

test('CHANGELOG.md names each operation that came later', () => {
  const later = operationIds.filter((id) => operationOf(id).number > atFirst);
  const missing = later.filter((id) => !read('CHANGELOG.md').includes(`\`${id}\``));
  expect(missing.map((id) => `name \`${id}\` in CHANGELOG.md`)).toEqual([]);
});
