import { type Fault, type Sandbox, startSandbox } from '#sandbox';
import { type Command, Refused } from './command.ts';
import { exitCode } from './exit-codes.ts';
import { watchSignals } from './interruption.ts';
import { meant } from './nearest.ts';

const greatestPort = 65_535;

const portIn = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= greatestPort) return port;
  throw new Refused(`--port is a whole number from 0 to ${greatestPort}`);
};

const versionIn = async (id: string | undefined): Promise<Fault | undefined> => {
  if (id === undefined) return undefined;
  const { faultFinder, faults, variations } = await import('#faults');
  const version = faultFinder(id);
  if (version) return version;
  const names = [...faults, ...variations].map((it) => it.id);
  throw new Refused(
    `--as is the id of a fault or a variation, such as timestamps/in-microseconds${meant(id.slice(0, 80), names)}`,
  );
};

async function start(port: number, always: Fault | undefined): Promise<Sandbox> {
  try {
    return await startSandbox({ port, always });
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'serve the embedded reference service and print its settings as an .env',
  options: [
    { name: 'port', value: 'number', fallback: '0', meaning: '0 takes a free one' },
    { name: 'as', value: 'id', meaning: 'as another version: a fault or variation, shown to every request' },
  ],
  run: async ({ text, terminal }) => {
    const served = await start(portIn(text('port') ?? '0'), await versionIn(text('as')));
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
