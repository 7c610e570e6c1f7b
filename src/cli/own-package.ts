// This package as installed: name, folder and built files.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const programName = 'ramp-conformance';

const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('the package of ramp-conformance has no package.json');
  return rootAbove(above);
};

/** The folder of the package. Sources and build output have different depths in it. */
export const packageRoot = rootAbove(import.meta.dirname);

export const builtFile = (name: string): URL => pathToFileURL(join(packageRoot, 'dist/bundle', name));
