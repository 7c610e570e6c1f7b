import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { basename } from 'node:path';
import { didYouMean, readTextOrRefuse, writeNew } from '#lib';
import type { Fault, Sandbox } from '#sandbox';
import { programName, Refused } from '../command.ts';

const maxPort = 65_535;

const portIn = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= maxPort) return port;
  throw new Refused(`--port must be a whole number from 0 to ${maxPort}`);
};

/** Thousands of faults take their time to load. */
const versionIn = async (id: string | undefined): Promise<Fault | undefined> => {
  if (id === undefined) return undefined;
  const { faultFinder, faults, variations } = await import('#faults');
  const version = faultFinder(id);
  if (version) return version;
  const names = [...faults, ...variations].map((it) => it.id);
  throw new Refused(
    `--as must be the id of a fault or a variation${didYouMean(id, names) || `; ${programName} faults lists them`}`,
  );
};

export interface ToServe {
  readonly port: string;
  readonly host?: string | undefined;
  readonly as?: string | undefined;
}

/**
 * Starts the reference service, which no other command loads in vain.
 * @throws Refused for a port that cannot be taken, and an id that is none
 */
export async function serve({ port: text, host, as }: ToServe): Promise<Sandbox> {
  const port = portIn(text);
  const always = await versionIn(as);
  try {
    return await (await import('#sandbox')).startSandbox({ port, host, always });
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error;
  }
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/** A word of warning for whoever lets others reach the sandbox. */
export const warningOf = ({ host }: ToServe): string =>
  host === undefined || isLoopback(host)
    ? ''
    : 'Whoever reaches this address may use the sandbox: it speaks plain HTTP, and its keys are public. End it when you are done.\n';

export const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Begins a file of settings that a sandbox wrote. */
export const markOf = (pid: number): string => `# Served by process ${pid}\n`;

/** Whether anything listens there. */
const answers = (url: string): Promise<boolean> =>
  new Promise((settled) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    const end = (is: boolean) => () => {
      socket.destroy();
      settled(is);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(2_000, end(true));
  });

/**
 * Takes away the settings that a sandbox left which was killed.
 * @throws Refused where the file is another's, or its sandbox still there
 */
export async function clearSettings(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const name = basename(file);
  const [, url = ''] =
    /^# Served by process \d+\n[\s\S]*^RAMP_BASE_URL=(http:\S+)$/m.exec(readTextOrRefuse(file, name)) ?? [];
  if (!URL.canParse(url))
    throw new Refused(`${name} exists already, and no sandbox wrote it; nothing is overwritten: remove it`);
  if (await answers(url))
    throw new Refused(`${name} is of a sandbox that is still there, at ${url}; end that, or use it`);
  rmSync(file);
}

/** Writes a new file for its owner alone; the function that it returns takes it away where it is still as it was written. */
export function writeSettings(file: string, text: string): () => void {
  writeNew(file, text, { mode: 0o600 });
  return () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  };
}
