import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command } from '../arguments.ts';
import { exitCode, Refused, text, texts } from '../command.ts';
import { demandNoLink } from '../output/folder.ts';
import { notA, shownPath } from '../terminal/printable.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const exportOpenApi = command({
  name: 'export openapi',
  summary: 'print the contract as OpenAPI 3.1, with firmness, requirements and examples',
  options: {},
  run: async ({ terminal: { out } }) => {
    const { openApiDocument } = await import('#export');
    out.write(json(await openApiDocument()));
    return exitCode.done;
  },
});

const fileOf = (name: string): string => `${name}.schema.json`;

type Records = typeof import('#export');

const chosen = (names: readonly string[], { recordNames }: Records): readonly string[] =>
  names.length === 0
    ? recordNames
    : names.map((name) => {
        const known = recordNames.find((each) => each === name);
        if (known) return known;
        throw new Refused(notA(name, 'record', recordNames, `; there are ${recordNames.join(', ')}`));
      });

/** One by itself; several as the definitions of one schema, each complete in itself. */
const schemasText = (names: readonly string[], { recordSchema }: Records): string => {
  const [only] = names;
  if (only !== undefined && names.length === 1) return json(recordSchema(only));
  const $defs = Object.fromEntries(names.map((name) => [name, recordSchema(name)]));
  return json({ $schema: 'https://json-schema.org/draft/2020-12/schema', $defs });
};

export const exportSchemas = command({
  name: 'export schemas',
  summary: 'print the records, orders and error bodies as JSON Schema 2020-12',
  options: {
    only: texts({ value: 'record', meaning: 'a record, such as onramp or full-error' }),
    into: text({ value: 'dir', meaning: 'write one file a record into this folder' }),
  },
  run: async (call) => {
    const { cwd, out } = call.terminal;
    const records = await import('#export');
    const names = chosen(call.options.only, records);
    const folder = call.options.into;
    if (folder === undefined) out.write(schemasText(names, records));
    else {
      const place = resolve(cwd, folder);
      for (const name of names) demandNoLink(place, fileOf(name));
      mkdirSync(place, { recursive: true });
      for (const name of names) {
        writeFileSync(join(place, fileOf(name)), json(records.recordSchema(name)));
        out.write(`wrote ${shownPath(cwd, join(place, fileOf(name)))}\n`);
      }
    }
    return exitCode.done;
  },
});

export const exportCurl = command({
  name: 'export curl',
  summary: 'print the valid requests as a script of curl lines, with variables for settings and key',
  options: {},
  run: async ({ terminal: { out } }) => {
    out.write((await import('#export')).curlScript());
    return exitCode.done;
  },
});
