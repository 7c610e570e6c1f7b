import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const file = fileURLToPath(import.meta.url);

/** The tests run the sources; an installation runs built files. */
export const runsFromSource = file.endsWith('.ts');

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('the package of ramp-conformance has no package.json');
  return rootAbove(above);
};

/** Folder of the package: sources and build output lie at different depths in it. */
export const packageRoot = rootAbove(dirname(file));

export const builtFile = (name: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', name));

/** Has each suite register its checks, in the rooms that this program itself has loaded. */
export const registerChecks = async (): Promise<void> => {
  const suites = runsFromSource
    ? pathToFileURL(join(packageRoot, 'suites/index.ts'))
    : builtFile('checks.js');
  await import(suites.href);
};

/** The packages of the harness, as CycloneDX, under a name that scanners look for; the build makes it from the lock file. */
export const inventoryFile = join(packageRoot, 'ramp-conformance.cdx.json');

/** Undefined where this runs from its sources and was never built. */
export const readInventory = (): string | undefined =>
  existsSync(inventoryFile) ? readFileSync(inventoryFile, 'utf8') : undefined;
