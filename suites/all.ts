import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inStages } from '#harness';

/**
 * All suites as one file of the runner, which ends a file before it begins the next: so the tests of many suites overlap.
 * What is created would show up between the pages of a listing, so listings have a stage of their own; refused keys come
 * late, because a service may lock out who sends them; flows are alone.
 */
const late = ['authentication', 'pagination'];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => /\.[jt]s$/.test(file))
    .sort()
    .map((file) => join(folder, file));

const isLate = (file: string): boolean => late.some((stem) => file.startsWith(join('rules', stem)));

const rules = filesIn('rules');

const loading = (files: readonly string[]) => async () => {
  for (const file of files) await import(pathToFileURL(join(import.meta.dirname, file)).href);
};

inStages([
  { name: 'records', load: loading([...filesIn('endpoints'), ...rules.filter((file) => !isLate(file))]) },
  { name: 'listings', load: loading(rules.filter(isLate)) },
  { name: 'flows', load: loading(filesIn('flows')) },
]);
