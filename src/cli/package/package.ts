import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const file = fileURLToPath(import.meta.url);

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('the package of ramp-conformance has no package.json');
  return rootAbove(above);
};

/** Folder of the package: sources and build output lie at different depths in it. */
export const packageRoot = rootAbove(dirname(file));

export const builtFile = (name: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', name));
