import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, inject } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command, and a folder for one file of tests. */
export interface Runnable {
  readonly folder: string;
  /** Runs the command to its end, with only this environment. */
  readonly run: (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ended>;
}

/** Built from the current sources. The `dist` in its folder is shared by all tests, so nothing may be written there. */
export interface Built extends Runnable {
  /** The file that Node runs. */
  readonly main: string;
  /** Runs in its folder by default. */
  readonly run: (args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string) => Promise<Ended>;
}

const execute = promisify(execFile);

const changedAt = (path: string): number =>
  Math.max(
    ...readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

/** A build that is newer than the last edit is used again, because a build takes seven seconds of processor time. */
const isBuilt = (): boolean => {
  const bundle = join(root, 'dist/bundle/main.js');
  if (!existsSync(bundle)) return false;
  const files = ['package.json', 'tsconfig.json', 'rolldown.config.js'];
  const changes = files.map((file) => statSync(join(root, file)).mtimeMs);
  const sources = ['src', 'schemas', 'suites', 'build'].map((folder) => changedAt(join(root, folder)));
  return statSync(bundle).mtimeMs > Math.max(...changes, ...sources);
};

async function distIn(folder: string): Promise<void> {
  if (isBuilt()) return symlinkSync(join(root, 'dist'), join(folder, 'dist'), 'dir');
  const rolldown = [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', '--dir', join(folder, 'dist/bundle')];
  await execute(process.execPath, rolldown, { cwd: root });
}

/** Links the files beside a copied `dist` that the command needs there. */
function linkRoot(from: string, to: string): void {
  copyFileSync(join(from, 'package.json'), join(to, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'dir');
}

async function buildIn(folder: string): Promise<void> {
  linkRoot(root, folder);
  await distIn(folder);
}

/** The process that creates the folder builds in it. All others wait for the file with the result. */
async function builtOnce(folder: string): Promise<string> {
  const end = join(folder, 'end.txt');
  let isFirst = true;
  try {
    mkdirSync(folder);
  } catch {
    isFirst = false;
  }
  if (isFirst) {
    const failure = await buildIn(folder).then(
      () => '',
      (error: unknown) => String(error),
    );
    writeFileSync(`${end}.new`, failure);
    renameSync(`${end}.new`, end);
  }
  while (!existsSync(end)) await sleep(50);
  const failure = readFileSync(end, 'utf8');
  if (failure !== '') throw new Error(`the command could not be built: ${failure}`);
  return folder;
}

const runOf =
  (main: string, folder: string): Built['run'] =>
  async (args, env, cwd = folder) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { code, out, err };
  };

export async function buildCommand(): Promise<Built> {
  const build = await builtOnce(inject('buildFolder'));
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-built-'));
  linkRoot(build, folder);
  symlinkSync(join(build, 'dist'), join(folder, 'dist'), 'dir');
  const main = join(folder, 'dist/bundle/main.js');
  return { folder, main, run: runOf(main, folder) };
}

/** The built command for a file of tests. */
export function useBuilt(): Built {
  const built = {} as Built;
  beforeAll(async () => {
    Object.assign(built, await buildCommand());
  });
  return built;
}
