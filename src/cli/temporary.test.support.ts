import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one folder for what they write, and takes it away with whatever they leave in it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
