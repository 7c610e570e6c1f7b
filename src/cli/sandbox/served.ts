import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { didYouMean } from '#lib';
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
  readonly as?: string | undefined;
}

/**
 * Starts the reference service, which no other command loads in vain.
 * @throws Refused for a port that cannot be taken, and an id that is none
 */
export async function serve({ port: text, as }: ToServe): Promise<Sandbox> {
  const port = portIn(text);
  const always = await versionIn(as);
  try {
    return await (await import('#sandbox')).startSandbox({ port, always });
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error;
  }
}

export const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Writes a new file for its owner alone; the function that it returns takes it away where it is still as it was written. */
export function writeSettings(file: string, text: string): () => void {
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  return () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  };
}
