import { join, relative, resolve } from 'node:path';
import { demandNoLink, Refused, writeWhole } from '#lib';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { schemasOptions } from '../options.ts';
import { notA, shownPath } from '../terminal/printable.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export async function exportOpenApi({ terminal: { out } }: CommandCall): Promise<number> {
  const { openApiDocument } = await import('#export');
  out.write(json(await openApiDocument()));
  return exitCode.done;
}

const fileOf = (name: string): string => `${name}.schema.json`;

const chosen = (names: readonly string[], known: readonly string[]): readonly string[] => {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refused(notA(unknown, 'record', known, `; there are ${known.join(', ')}`));
  return names.length === 0 ? known : names;
};

export async function exportSchemas(call: CallOf<typeof schemasOptions>): Promise<number> {
  const { cwd, out } = call.terminal;
  const { recordNames, recordSchema } = await import('#export');
  const names = chosen(call.options.only, recordNames);
  const folder = call.options.into;
  if (folder === undefined && names.length === 1) out.write(json(recordSchema(names[0] ?? '')));
  else if (folder === undefined) {
    // The definitions of one schema, each complete in itself.
    const $defs = Object.fromEntries(names.map((name) => [name, recordSchema(name)]));
    out.write(json({ $schema: 'https://json-schema.org/draft/2020-12/schema', $defs }));
  } else {
    const place = resolve(cwd, folder);
    const within = relative(cwd, place).startsWith('..') ? place : cwd;
    for (const name of names) demandNoLink(join(place, fileOf(name)), within);
    for (const name of names) {
      writeWhole(join(place, fileOf(name)), json(recordSchema(name)), within);
      out.write(`wrote ${shownPath(cwd, join(place, fileOf(name)))}\n`);
    }
  }
  return exitCode.done;
}
