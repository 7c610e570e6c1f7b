import { command } from '../arguments.ts';
import { type CommandCall, exitCode, flag, text, textOr } from '../command.ts';
import { interruptible } from '../terminal/interruption.ts';
import { detach } from './detach.ts';
import { serve, type ToServe } from './served.ts';

const lines = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

async function leaveBehind({ terminal }: CommandCall, asked: ToServe): Promise<number> {
  const { pid, baseUrl, settings } = await detach(asked, terminal.env);
  terminal.out.write(`# Served by process ${pid}\n${lines(settings)}`);
  terminal.err.write(`Serving at ${baseUrl} as process ${pid}, until that is ended (kill ${pid}).\n`);
  return exitCode.done;
}

export const sandbox = command({
  name: 'sandbox',
  summary: 'serve the embedded reference service and print its settings as an .env',
  options: {
    port: textOr('0', { value: 'number', meaning: '0 takes a free one' }),
    as: text({ value: 'id', meaning: 'as another version: a fault or variation, shown to every request' }),
    detach: flag('serve on in a process of its own, whose id is printed'),
  },
  run: async (call) => {
    const { options, terminal } = call;
    const asked: ToServe = { port: options.port, as: options.as };
    if (options.detach) return leaveBehind(call, asked);
    const { settings, baseUrl, close } = await serve(asked);
    return interruptible(async ({ happened, isOrphaned }) => {
      terminal.out.write(lines(settings));
      terminal.err.write(`Serving at ${baseUrl} until interrupted (Ctrl+C).\n`);
      await happened;
      if (isOrphaned())
        terminal.err.write('Ended with the process that started it; sandbox --detach serves on.\n');
      await close();
      return exitCode.done;
    });
  },
});
