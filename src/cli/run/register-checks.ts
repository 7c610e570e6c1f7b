import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot, runsFromSource } from '../package/package-root.ts';

export const builtFile = (file: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', file));

/** Has each suite register its checks, in the rooms that this program itself has loaded. */
export const registerChecks = async (): Promise<void> => {
  const file = runsFromSource ? pathToFileURL(join(packageRoot, 'suites/index.ts')) : builtFile('checks.js');
  await import(file.href);
};
