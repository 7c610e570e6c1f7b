import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { planAcceptance, readBaseline } from '#baseline';
import { operationIds } from '#contract';
import { readFacts, type WrittenFacts } from '#facts';
import { reportsWith, target, verdictOn } from '../../reporting/example.test.support.ts';
import { type Runnable, useBuilt } from '../../testing/built.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';

/** Ends the process without warning at one of the calls that touch a baseline, a write in its middle. */
const killer = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const [name, nth, signal] = process.env.KILLED_AT.split(' ');
const { [name]: real, writeFileSync } = fs;
let calls = 0;
fs[name] = (path, ...rest) => {
  if (!String(path).includes('baselines') || ++calls < Number(nth)) return real(path, ...rest);
  if (name === 'writeFileSync') writeFileSync(path, rest[0].slice(0, rest[0].length / 2));
  process.kill(process.pid, signal);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
};
syncBuiltinESMExports();
`;

const built = useBuilt();
const here = commandHere();
beforeAll(() => writeFileSync(join(built.folder, 'killer.mjs'), killer));

const factsAs = (form: string): WrittenFacts =>
  Object.fromEntries(operationIds.map((id) => [id, { $: 'object', '$.id': form }]));
const [before, after] = [factsAs('uuid req'), factsAs('text req')];

const accept = (command: Runnable, folder: string, env: Readonly<Record<string, string>> = {}) =>
  command.run(['baseline', 'accept', 'vendor', '--reports', folder], env);

test.each([
  ['writeFileSync', 1, 'SIGKILL'],
  ['writeFileSync', 9, 'SIGTERM'],
  ['renameSync', 1, 'SIGTERM'],
  ['renameSync', 9, 'SIGKILL'],
] as const)('killed at %s number %i by %s, every file stands whole', async (call, nth, signal) => {
  const name = `reports-${call}-${nth}`;
  const folder = join(built.folder, name);
  const root = join(folder, 'baselines');
  mkdirSync(folder);
  planAcceptance({ root, name: 'vendor', target: target.label, facts: readFacts(before) }).write();
  const verdict = verdictOn(reportsWith(), { facts: after });
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict));
  const killed = await accept(built, folder, {
    NODE_OPTIONS: `--import ${pathToFileURL(join(built.folder, 'killer.mjs')).href}`,
    KILLED_AT: `${call} ${nth} ${signal}`,
  });
  expect(killed.code).toBeNull();
  const renamed = call === 'renameSync' ? nth - 1 : 0;
  const mixed = operationIds.map((id, index) => [id, (index < renamed ? after : before)[id]]);
  expect(readBaseline(root, 'vendor')?.facts).toEqual(readFacts(Object.fromEntries(mixed)));

  const { code, err } = await accept(here, folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(readBaseline(root, 'vendor')?.facts).toEqual(readFacts(after));
  const files = readdirSync(join(root, 'vendor')).sort();
  expect(files).toEqual(operationIds.map((id) => `${id}.json`).sort());
  expect(readFileSync(join(root, 'vendor', files[0] ?? ''), 'utf8')).toContain('"$.id": "text req"');
});
