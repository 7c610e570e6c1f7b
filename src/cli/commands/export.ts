import { Refused } from '#lib';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { schemasOptions } from '../options.ts';
import { notA } from '../terminal/printable.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export async function exportOpenApi({ terminal: { out } }: CommandCall): Promise<number> {
  const { openApiDocument } = await import('#export');
  out.write(json(await openApiDocument()));
  return exitCode.done;
}

const chosen = (names: readonly string[], known: readonly string[]): readonly string[] => {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refused(notA(unknown, 'record', known, `; there are ${known.join(', ')}`));
  return names.length === 0 ? known : names;
};

export async function exportSchemas({ options, terminal: { out } }: CallOf<typeof schemasOptions>): Promise<number> {
  const { recordNames, recordSchema } = await import('#export');
  const names = chosen(options.only, recordNames);
  const [first = ''] = names;
  // The definitions of one schema, each complete in itself.
  const several = () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(names.map((name) => [name, recordSchema(name)])),
  });
  out.write(json(names.length === 1 ? recordSchema(first) : several()));
  return exitCode.done;
}
