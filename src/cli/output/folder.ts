import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import { codeOf } from '#contract';
import { outputNames } from '#reporting';
import type { Settings } from '#target';
import { Refused } from '../command.ts';
import { shardFile } from '../merge/shard-file.ts';
import { ledgerFile, sandboxLedgerFile } from '../orders/orders.ts';
import { printable } from '../terminal/printable.ts';

/** Marks a folder of reports, even if other files were put into it since. */
const markFile = '.ramp-conformance';
/** Names the process that holds the folder while its run is under way. */
const lockFile = '.ramp-conformance.lock';

const markText =
  'Reports of ramp-conformance are written into this folder, and those of an earlier run removed.\n';

/** Files that a run writes anew: left from an earlier one, they would be taken for its own. */
const stale = [...outputNames, shardFile, sandboxLedgerFile];

const known: ReadonlySet<string> = new Set([
  ...stale,
  ledgerFile,
  markFile,
  lockFile,
  'allure-history.jsonl',
  'baselines',
  'bench.json',
  'compare.html',
  'mutants.json',
  'proof.json',
  'targets.html',
  'README.md',
  '.gitignore',
  '.gitkeep',
]);

const isMarked = (directory: string): boolean =>
  [markFile, 'verdict.json', 'proof.json'].some((name) => existsSync(join(directory, name)));

/** Reports of a run, of one target or release of several, or of the proof. */
const isOurs = (directory: string, name: string): boolean =>
  known.has(name.replace(/\.tmp$/, '')) || /^\.trial-\d+$/.test(name) || isMarked(join(directory, name));

const foreignIn = (directory: string): string | undefined => {
  if (!existsSync(directory) || isMarked(directory)) return undefined;
  return readdirSync(directory).find((name) => !isOurs(directory, name));
};

/** Accepts a folder of reports, or an empty one: our files never join those of another program. */
export const isOurFolder = (directory: string): boolean => foreignIn(directory) === undefined;

/** A run would write over the file that a link leads to. */
const linkIn = (directory: string): string | undefined => {
  for (const folder of ['', 'allure-results', 'allure-report', 'baselines']) {
    const place = join(directory, folder);
    if (!existsSync(place)) continue;
    for (const name of readdirSync(place)) {
      const path = join(folder, name);
      if (isOurs(directory, path.split(sep)[0] ?? '') && lstatSync(join(directory, path)).isSymbolicLink())
        return path;
    }
  }
  return undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** The process that has the folder now; what a run that was killed has left behind holds nothing. */
const holderOf = (directory: string): string | undefined => {
  try {
    const [pid = '', host = ''] = readFileSync(join(directory, lockFile), 'utf8').trim().split(' ');
    if (!/^\d+$/.test(pid)) return undefined;
    // A number is given again: in a container, that of a process which was killed there is often our own.
    const isOther = host === hostname() && Number(pid) !== process.pid;
    return isOther && isAlive(Number(pid)) ? pid : undefined;
  } catch {
    return undefined;
  }
};

export const isHeld = (directory: string): boolean => holderOf(directory) !== undefined;

/** @throws Refused where files of another program are, or where a link leads elsewhere. */
export function demandOurFiles(directory: string): void {
  const [foreign, link] = [foreignIn(directory), linkIn(directory)];
  if (foreign !== undefined)
    throw new Refused(
      `--reports has files that are not ours, such as ${printable(foreign, 'one whose name is not shown here')}; name an empty folder, or one of reports`,
    );
  if (link !== undefined)
    throw new Refused(
      `--reports has a symbolic link, ${printable(link, 'whose name is not shown here')}, and what it leads to would be written over; remove it`,
    );
}

/** @throws Refused where another run is under way too. */
export function demandOwnFolder(directory: string): void {
  demandOurFiles(directory);
  const holder = holderOf(directory);
  if (holder !== undefined)
    throw new Refused(
      `--reports is in use by another run, process ${holder}; wait for its end, name another folder, or remove ${lockFile} where that process is no run`,
    );
}

const takeLock = (lock: string): boolean => {
  try {
    writeFileSync(lock, `${process.pid} ${hostname()}\n`, { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

/** Does work while nobody else has the folder. */
export async function holdFolder<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = join(directory, lockFile);
  if (!takeLock(lock)) {
    demandOwnFolder(directory);
    rmSync(lock, { force: true });
    // Another run may have been quicker.
    if (!takeLock(lock)) demandOwnFolder(directory);
  }
  if (!existsSync(join(directory, markFile)))
    writeFileSync(join(directory, markFile), markText, { flag: 'wx' });
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** More than an empty file, so that a full disk shows. */
const trial = 'x'.repeat(8 * 1024);

/** @throws Refused where reports could not be written at the end, before anything is sent. */
export function demandFolder(directory: string): void {
  if (existsSync(directory) && statSync(directory).isDirectory()) demandOwnFolder(directory);
  const file = join(directory, `.trial-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(file, trial);
    } finally {
      rmSync(file, { force: true });
    }
  } catch (error) {
    const why = codeOf(error) ?? 'no reason';
    throw new Refused(`--reports cannot be used (${why}); name a folder that can be written to`);
  }
}

/** @throws Refused where orders could not be written down, before anything is sent. */
export function demandLedger(directory: string, { service, money, readOnly }: Settings): void {
  if (service === undefined || money !== true || readOnly) return;
  const file = join(directory, ledgerFile);
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const why = codeOf(error) ?? 'no reason';
    throw new Refused(`${file} cannot be written (${why}), and no order may leave unrecorded`);
  }
}

/** A disk that is full, or a folder that was taken away. */
export const isOfDisk = (error: unknown): boolean =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error;

/** Takes away what an earlier run left, before anything is sent. */
export function clearFolder(directory: string): void {
  for (const name of stale) rmSync(join(directory, name), { recursive: true, force: true });
}
