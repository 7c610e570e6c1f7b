import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, inject } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command, built from the sources as they are now, and a folder for one file of tests. */
export interface Built {
  /** Where the command is run; its `dist` is that of all tests, and nothing may be written there. */
  readonly folder: string;
  /** Runs to its end with this environment and no other. */
  readonly run: (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Ended>;
}

const execute = promisify(execFile);

/** The latest change of a file, or of any file in a folder. */
const changedAt = (path: string): number =>
  Math.max(
    ...readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

/** A build newer than the last edit is used again: building takes seven seconds of a processor. */
const isBuilt = (): boolean => {
  const bundle = join(root, 'dist/bundle/main.js');
  if (!existsSync(bundle)) return false;
  const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'rolldown.config.js'];
  const changes = files.map((file) => statSync(join(root, file)).mtimeMs);
  const sources = ['src', 'schemas', 'suites'].map((folder) => changedAt(join(root, folder)));
  return statSync(bundle).mtimeMs > Math.max(...changes, ...sources);
};

async function distIn(folder: string): Promise<void> {
  if (isBuilt()) return symlinkSync(join(root, 'dist'), join(folder, 'dist'), 'dir');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const settings = ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')];
  await execute(process.execPath, [tsc, ...settings]);
  const rolldown = [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', join(root, 'rolldown.config.js')];
  await execute(process.execPath, rolldown, { cwd: folder });
}

/** Links beside a copied `dist` all that the command looks for there. */
function linkRoot(from: string, to: string): void {
  copyFileSync(join(from, 'package.json'), join(to, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'dir');
}

const page = /^const (prepareAllureReport|renderAllureReport) = /gm;

/** The command beside that of the build, without Allure's page, which takes a third of the time of a short run. */
function leavePageOut(folder: string): void {
  const [dist, other] = [realpathSync(join(folder, 'dist')), join(folder, 'without-page/dist')];
  mkdirSync(join(other, 'src/cli'), { recursive: true });
  cpSync(join(dist, 'bundle'), join(other, 'bundle'), { recursive: true });
  copyFileSync(join(dist, 'src/cli/main.js'), join(other, 'src/cli/main.js'));
  linkRoot(folder, dirname(other));
  for (const room of readdirSync(join(dist, 'src')).filter((name) => name !== 'cli'))
    symlinkSync(join(dist, 'src', room), join(other, 'src', room));
  const [name = ''] = readdirSync(join(other, 'bundle')).filter((each) => /^reporting-.*\.js$/.test(each));
  const file = join(other, 'bundle', name);
  const text = readFileSync(file, 'utf8');
  if (text.match(page)?.length !== 2) throw new Error(`${file} makes no page of Allure`);
  const by = "const $1 = async () => ({ page: '<!doctype html>\\n', data: '' });\nconst $1Unasked = ";
  writeFileSync(file, text.replace(page, by));
}

async function buildIn(folder: string): Promise<void> {
  linkRoot(root, folder);
  await distIn(folder);
  leavePageOut(folder);
}

/** The process that makes the folder builds in it; all others wait for the file that says how that ended. */
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

const runIn =
  (folder: string): Built['run'] =>
  async (args, env) => {
    const child = spawn(process.execPath, [join(folder, 'dist/src/cli/main.js'), ...args], {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, out, err };
  };

/** `page`: with Allure's page, as it is installed. */
export async function buildCommand({ page = false } = {}): Promise<Built> {
  const build = await builtOnce(inject('buildFolder'));
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-built-'));
  linkRoot(build, folder);
  symlinkSync(join(build, page ? 'dist' : 'without-page/dist'), join(folder, 'dist'), 'dir');
  return { folder, run: runIn(folder) };
}

/** The built command, for a file of tests: from its first test to its last. */
export function useBuilt(asked: Parameters<typeof buildCommand>[0] = {}): Built {
  const built = {} as Built;
  beforeAll(async () => {
    Object.assign(built, await buildCommand(asked));
  });
  return built;
}
