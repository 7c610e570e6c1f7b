import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as it is installed, built from the sources as they are now, in a folder of its own. */
export interface Built {
  readonly folder: string;
  /** Runs to its end with this environment and no other. */
  readonly run: (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ended>;
}

export async function buildCommand(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-built-'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const settings = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  // Files are emitted though types disagree; whether they do is for the check to say, not for these tests.
  await promisify(execFile)(process.execPath, [tsc, ...settings]).catch(() => undefined);
  const rolldown = [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', join(root, 'rolldown.config.js')];
  await promisify(execFile)(process.execPath, rolldown, { cwd: folder });
  return {
    folder,
    run: (args, env) =>
      new Promise((ended, failed) => {
        const child = spawn(process.execPath, [join(folder, 'dist/src/cli/main.js'), ...args], {
          cwd: folder,
          env: { ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const told = { out: '', err: '' };
        child.stdout.on('data', (chunk) => {
          told.out += chunk;
        });
        child.stderr.on('data', (chunk) => {
          told.err += chunk;
        });
        child.once('error', failed);
        child.once('close', (code) => ended({ code, ...told }));
      }),
  };
}
