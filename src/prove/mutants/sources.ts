import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** They aim a run, and separate worlds and faults: no client sees what they do. */
const notServed = new Set(['fault.ts', 'settings.ts', 'world.ts']);

export const isServed = ({ file }: SourceFile): boolean => !notServed.has(file);

export const readSources = async (folder: string): Promise<readonly SourceFile[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
  return Promise.all(
    files.sort().map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
  );
};
