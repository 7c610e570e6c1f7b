import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from './read.ts';
import { UnusableSettings } from './rules.ts';
import type { SettingSources } from './sources.ts';

export function folderWith(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-settings-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
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

/** Problems without file, line and remedy. */
export const problemsOf = (sources: SettingSources): readonly string[] =>
  attempt(sources).problems.map((problem) => problem.replace(/: .*|^\.env:\d+ /gs, ''));
