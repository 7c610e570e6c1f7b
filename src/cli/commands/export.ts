import { operationIds } from '#contract';
import { didYouMean, Refused } from '#lib';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { openApiOptions, schemasOptions } from '../options.ts';
import { ownText, publish } from '../output/publish.ts';
import { operationIn } from '../settings/selection.ts';
import { notA } from '../terminal/printable.ts';

export async function exportOpenApi(call: CallOf<typeof openApiOptions>): Promise<number> {
  const chosen = call.options.only.map((text) => {
    const operation = operationIn(text);
    if (operation === undefined)
      throw new Refused(`--only must be an endpoint, such as 6 or onramp.initiate${didYouMean(text, operationIds)}`);
    return operation;
  });
  const { openApiDocument } = await import('#export');
  const operations = operationIds.filter((id) => chosen.length === 0 || chosen.includes(id));
  return publish(call, [ownText(call, await openApiDocument(operations))], exitCode.done);
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
  // The definitions of several schemas, each complete in itself.
  const several = () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(names.map((name) => [name, recordSchema(name)])),
  });
  const shown = names.length === 1 ? recordSchema(first) : several();
  return publish(call, [ownText(call, shown)], exitCode.done);
}
