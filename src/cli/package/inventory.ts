import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** What the harness is made of; the build makes it from the lock file. */
export const inventoryFile = join(packageRoot, 'dist/sbom.json');

/** Undefined where this runs from its sources and was never built. */
export const readInventory = (): string | undefined => {
  try {
    return readFileSync(inventoryFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
