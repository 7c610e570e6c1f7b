import { mkdtempSync, rmSync } from 'node:fs';
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

/** Gives all tests of all projects one folder for what they write, and takes it away with whatever they leave in it. */
export default function setup(project: TestProject): () => void {
  const isThere = basename(tmpdir()).startsWith(prefix);
  const folder = isThere ? tmpdir() : mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  const buildFolder = join(folder, 'build');
  project.provide('buildFolder', buildFolder);
  // What is built is built from the sources as they are, also where tests are run again after an edit.
  project.onTestsRerun(() => rmSync(buildFolder, { recursive: true, force: true }));
  return () => rmSync(folder, { recursive: true, force: true });
}
