import childProcess from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readSettings, type Settings } from './read.ts';
import { UnusableSettings } from './rules.ts';
import type { SettingSources } from './sources.ts';

export function folderWith(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-settings-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const usual = childProcess.spawnSync;

function spawnBy(spawn: object): void {
  Object.assign(childProcess, { spawnSync: spawn });
  syncBuiltinESMExports();
}

/**
 * Git is asked twice about each file with a key, by a process each: tests of other things get the answer of a folder without
 * a repository.
 */
export function withoutGit(): void {
  const stderr = 'fatal: not a git repository (or any of the parent directories): .git';
  beforeAll(() => spawnBy(() => ({ status: 128, stdout: '', stderr })));
  afterAll(() => spawnBy(usual));
}

interface Attempt {
  readonly settings?: Settings;
  readonly problems: readonly string[];
}

export function attempt(sources: SettingSources): Attempt {
  try {
    return { settings: readSettings(sources), problems: [] };
  } catch (error) {
    if (error instanceof UnusableSettings) return { problems: error.problems };
    throw error;
  }
}

/** Without file, line and remedy. */
export const problemsOf = (sources: SettingSources): readonly string[] =>
  attempt(sources).problems.map((problem) => problem.replace(/: .*|^\.env:\d+ /gs, ''));
