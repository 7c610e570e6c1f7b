import { type Sandbox, startSandbox } from '#sandbox';
import { type Command, Refused } from './command.ts';
import { exitCode } from './exit-codes.ts';
import { watchSignals } from './interruption.ts';

const greatestPort = 65_535;

const portIn = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= greatestPort) return port;
  throw new Refused(`--port is a whole number from 0 to ${greatestPort}`);
};

async function start(port: number): Promise<Sandbox> {
  try {
    return await startSandbox({ port });
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'serve the embedded reference service and print its settings as an .env',
  options: [{ name: 'port', value: 'number', fallback: '0', meaning: '0 takes a free one' }],
  run: async ({ text, terminal }) => {
    const served = await start(portIn(text('port') ?? '0'));
    const interruption = watchSignals();
    const lines = Object.entries(served.settings).map(([name, value]) => `${name}=${value}`);
    terminal.out.write(`${lines.join('\n')}\n`);
    terminal.err.write(`Serving at ${served.baseUrl} until interrupted (Ctrl+C).\n`);
    await interruption.happened;
    await served.close();
    interruption.stopWatching();
    return exitCode.done;
  },
};
