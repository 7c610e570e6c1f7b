import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the first test that needs the built command builds it for all. */
    buildFolder: string;
  }
}

const prefix = 'ramp-conformance-tests-';

const memory = '/dev/shm';

/**
 * A folder in memory, if there is room and files can be executed there. On disks that are slow with many small files,
 * this saves nine tenths of the time of all tests. The tests write about 600 MB.
 */
const folderInMemory = (): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < 4e9) return undefined;
    const folder = mkdtempSync(join(memory, prefix));
    try {
      const file = join(folder, 'executable');
      writeFileSync(file, '', { mode: 0o700 });
      accessSync(file, constants.X_OK);
      return folder;
    } catch {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // There is no such folder.
  }
  return undefined;
};

/** Gives all tests of all projects one folder for their files, and removes it at the end. */
export default function setup(project: TestProject): () => void {
  const isThere = basename(tmpdir()).startsWith(prefix);
  const folder = isThere ? tmpdir() : (folderInMemory() ?? mkdtempSync(join(tmpdir(), prefix)));
  process.env.TMPDIR = folder;
  const buildFolder = join(folder, 'build');
  project.provide('buildFolder', buildFolder);
  // Each rerun after an edit needs a new build.
  project.onTestsRerun(() => rmSync(buildFolder, { recursive: true, force: true }));
  return () => rmSync(folder, { recursive: true, force: true });
}
