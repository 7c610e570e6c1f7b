import { documentVersion, type OperationId } from '#contract';
import { startSandbox } from '#sandbox';
import { type Command, Refused } from './command.ts';
import { exitCode } from './exit-codes.ts';
import { meant } from './nearest.ts';
import { typed } from './typed.ts';

/** What the embedded sandbox answers to a valid request of each operation. */
async function examples(): Promise<Partial<Record<OperationId, unknown>>> {
  const { validRequests } = await import('#export');
  const sandbox = await startSandbox();
  const answers: Partial<Record<OperationId, unknown>> = {};
  try {
    const { baseUrl, settings } = sandbox;
    const key = settings.RAMP_API_KEY ?? '';
    for (const { operation, method, path, body } of validRequests((name) => settings[name] ?? '')) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok && text !== '') answers[operation] = JSON.parse(text);
    }
    return answers;
  } finally {
    await sandbox.close();
  }
}

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const kinds: Readonly<Record<string, () => Promise<string>>> = {
  openapi: async () => {
    const { openApi } = await import('#export');
    return asText(openApi(documentVersion, await examples()));
  },
  schemas: async () => {
    const { recordSchemas } = await import('#export');
    return asText(recordSchemas());
  },
  curl: async () => {
    const { curlScript } = await import('#export');
    return curlScript();
  },
};

const names = Object.keys(kinds);

export const exportContract: Command = {
  name: 'export',
  argument: 'form',
  summary: `print what the document promises as ${names.join(', ')}`,
  options: [],
  run: async ({ argument = '', terminal }) => {
    const render = Object.hasOwn(kinds, argument) ? kinds[argument] : undefined;
    if (render === undefined)
      throw new Refused(
        `export takes one of ${names.join(', ')}${argument === '' ? '' : `, not ${typed(argument)}${meant(argument.slice(0, 20), names)}`}`,
      );
    terminal.out.write(await render());
    return exitCode.done;
  },
};
