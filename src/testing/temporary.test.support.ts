import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the first test that needs the built command builds it, for all of them. */
    buildFolder: string;
  }
}

const prefix = 'ramp-conformance-tests-';

const memory = '/dev/shm';

/**
 * A folder in memory, where the system has room there and lets files be executed: a tenth of the time of all tests on disks
 * that are slow with the thousands of small files that are written. The tests leave about 600 MB.
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
    // There is none.
  }
  return undefined;
};

/** Gives all tests of all projects one folder for what they write, and takes it away with all that they leave in it. */
export default function setup(project: TestProject): () => void {
  const isThere = basename(tmpdir()).startsWith(prefix);
  const folder = isThere ? tmpdir() : (folderInMemory() ?? mkdtempSync(join(tmpdir(), prefix)));
  process.env.TMPDIR = folder;
  const buildFolder = join(folder, 'build');
  project.provide('buildFolder', buildFolder);
  // What is built is built from the sources as they are, also where tests are run again after an edit.
  project.onTestsRerun(() => rmSync(buildFolder, { recursive: true, force: true }));
  return () => rmSync(folder, { recursive: true, force: true });
}
