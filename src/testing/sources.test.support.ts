import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** All files of the product and of its tests. */
export const files: readonly string[] = ['src', 'schemas', 'suites'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);

/** Suites are tests, but part of the product. */
export const sources: readonly string[] = files.filter(
  (file) => file.endsWith('.ts') && (file.startsWith('suites/') || !/\.test(\.support)?\.ts$/.test(file)),
);
