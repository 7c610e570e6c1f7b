import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Workshop } from './serve.ts';
import { readSources, type SourceFile } from './sources.ts';
import { loadLanguage } from './syntax.ts';

let folder: string;
let sources: readonly SourceFile[];
let workshop: Workshop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  sources = await readSources(resolve(import.meta.dirname, '../../sandbox'));
  workshop = new Workshop(folder, sources, await loadLanguage());
});

/** The sandbox with one text of one file replaced. */
const changed = (file: string, from: string, to: string) => {
  const text = sources.find((it) => it.file === file)?.text ?? '';
  expect(text).toContain(from);
  return { file, text: text.replace(from, to) };
};

test('a mutant serves what was changed, and the other files as they are', async () => {
  const service = await workshop.serve(changed('error.ts', "'Invalid or missing API key'", "'Changed'"));
  expect(service).toBeDefined();
  if (service === undefined) return;
  const reply = await fetch(new URL('/v1/ramp/banking/taxonomy/MXN', service.baseUrl));
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ message: 'Changed' });
  await service.close();
});

test('a mutant that loops without end is given up once a service that began later is there', async () => {
  const impatient = new Workshop(folder, sources, await loadLanguage(), 0);
  const from = 'export const get';
  expect(await impatient.serve(changed('call.ts', from, `for (;;);\n${from}`))).toBeUndefined();
});

test.each([
  ['is no TypeScript', 'const = 1;\n'],
  ['throws while it loads', "throw new Error('no');\n"],
  ['ends without serving', 'process.exit(0);\n'],
])('a mutant that %s is not served', async (_what, inserted) => {
  const from = 'export const get';
  expect(await workshop.serve(changed('call.ts', from, inserted + from))).toBeUndefined();
});
