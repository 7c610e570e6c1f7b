import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** In place of a command: keeps its arguments and settings, leaves a history, and ends as it is set to. */
const stub = `#!/bin/sh
printf '%s\\n' "$@" > "$STUB_FOLDER/arguments"
env | grep '^RAMP_' | sort > "$STUB_FOLDER/settings"
mkdir -p reports
if [ -f reports/allure-history.jsonl ]; then cat reports/allure-history.jsonl > "$STUB_FOLDER/history"; fi
echo later >> reports/allure-history.jsonl
exit "\${STUB_CODE:-0}"
`;

const lines = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** Of the command, where it was called. */
  readonly arguments: readonly string[];
  readonly settings: readonly string[];
  readonly history: readonly string[];
  /** Where it ran. */
  readonly folder: string;
}

/** Runs a text in a shell that ends at the first failure, with a stub in place of `npx` and `npm`. */
export function runShell(text: string, env: Readonly<Record<string, string>> = {}, within?: string): Ended {
  const folder = within ?? mkdtempSync(join(tmpdir(), 'ramp-pipeline-'));
  const stubs = mkdtempSync(join(tmpdir(), 'ramp-stub-'));
  const bin = join(stubs, 'bin');
  mkdirSync(bin);
  for (const name of ['npx', 'npm', 'ln', 'chown']) {
    writeFileSync(join(bin, name), stub);
    chmodSync(join(bin, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', text], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, STUB_FOLDER: stubs, ...env },
  });
  const linesOf = (name: string) => lines(join(stubs, name));
  return {
    code: status,
    out: stdout + stderr,
    arguments: linesOf('arguments'),
    settings: linesOf('settings'),
    history: linesOf('history'),
    folder,
  };
}

/** What a shell says of a text that it does not run; empty where it can read it. */
export const unreadable = (text: string): string =>
  spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' }).stderr;
