import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Runs a text in a shell that ends at the first failure. Commands that would install or start something are replaced.
 */
export function runShell(text: string, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-shell-'));
  const [bin, calls] = [join(folder, 'bin'), join(folder, 'calls')];
  mkdirSync(bin);
  for (const name of ['npx', 'npm']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" >> '${calls}'\nexit "\${STUB_CODE:-0}"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', text], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
  });
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { code: status, out: stdout + stderr, called, folder };
}

/** The error of a shell that reads a text without running it; empty if the text is valid. */
export const unreadable = (text: string): string => spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' }).stderr;
