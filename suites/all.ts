import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * All suites as one file of the runner, which finishes a file before it begins the next: so the tests of all of them
 * overlap, and only the flows, at the end, run alone. Refused keys go last of what overlaps.
 */
const folders = ['endpoints', 'rules', 'flows'];

const isRefusedKeys = (file: string): boolean => file.startsWith('authentication.');

for (const folder of folders) {
  const files = readdirSync(join(import.meta.dirname, folder)).filter((file) => /\.[jt]s$/.test(file));
  const last = files.filter(isRefusedKeys);
  const others = files.filter((file) => !isRefusedKeys(file)).sort();
  for (const file of [...others, ...last])
    await import(pathToFileURL(join(import.meta.dirname, folder, file)).href);
}
