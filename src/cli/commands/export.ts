import { Refused } from '#lib';
import type { CallOf, CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { schemasOptions } from '../options.ts';
import { ownText, publish } from '../output/publish.ts';
import { notA } from '../terminal/printable.ts';

export async function exportOpenApi(call: CommandCall): Promise<number> {
  const { openApiDocument } = await import('#export');
  return publish(call, [ownText(call, await openApiDocument())], exitCode.done);
}

const chosen = (names: readonly string[], known: readonly string[]): readonly string[] => {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refused(notA(unknown, 'record', known, `; there are ${known.join(', ')}`));
  return names.length === 0 ? known : names;
};

export async function exportSchemas(call: CallOf<typeof schemasOptions>): Promise<number> {
  const { recordNames, recordSchema } = await import('#export');
  const names = chosen(call.options.only, recordNames);
  const [first = ''] = names;
  // The definitions of one schema, each complete in itself.
  const several = () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(names.map((name) => [name, recordSchema(name)])),
  });
  const shown = names.length === 1 ? recordSchema(first) : several();
  return publish(call, [ownText(call, shown)], exitCode.done);
}
