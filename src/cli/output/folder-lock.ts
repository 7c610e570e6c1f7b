// The lock of a reports folder: only one run at a time uses the folder.
import { randomInt } from 'node:crypto';
import { lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf, isOfDisk, Refused, readFileText } from '#lib';
import { printable } from '../terminal/printable.ts';

/** The file names the process that uses the folder during its run. */
export const lockFile = '.ramp-conformance.lock';

interface FolderHolder {
  readonly pid: number;
  readonly host: string;
  /** The longest time of the run. Without a sign of life for so many seconds, the lock is void. */
  readonly seconds: number;
}

/** Shortest time in seconds until a lock is void; the usual deadline is not shorter. */
const usualSeconds = 1_800;
const maxSeconds = 86_400;

/** Milliseconds between two signs of life; a sign of life is a new time of the lock file. */
const beatMs = 5_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

const parse = (text: string): FolderHolder | undefined => {
  const [, pid, host = '', seconds] = /^(\d{1,10}) (\S{1,255})(?: (\d{1,5}) \S{1,30})?\n?$/.exec(text) ?? [];
  if (pid === undefined) return undefined;
  return { pid: Number(pid), host, seconds: Math.min(maxSeconds, Number(seconds ?? usualSeconds)) };
};

/** Does not read a pipe, which would block. */
const textAt = (file: string): string => {
  try {
    return readFileText(file, 1_024);
  } catch {
    return '';
  }
};

const textIn = (directory: string): string => textAt(join(directory, lockFile));

/** A new file name. */
export const trialFile = (directory: string): string => join(directory, `.trial-${randomInt(2 ** 47)}`);

/** Uses the clock of the file system, which is the same for all machines that share it. */
function secondsSinceSign(directory: string): number {
  const trial = trialFile(directory);
  try {
    writeFileSync(trial, '', { flag: 'wx' });
    return (statSync(trial).mtimeMs - statSync(join(directory, lockFile)).mtimeMs) / 1_000;
  } catch {
    return 0;
  } finally {
    rmSync(trial, { force: true });
  }
}

const timeOfSign = (directory: string): number | undefined => {
  try {
    return statSync(join(directory, lockFile)).mtimeMs;
  } catch {
    return undefined;
  }
};

/** Waits for the next sign of life: after a change of the clock, the last sign may look old. */
function givesSign(directory: string): boolean {
  const last = timeOfSign(directory);
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + 1.2 * beatMs; performance.now() < end; Atomics.wait(stopped, 0, 0, 100))
    if (timeOfSign(directory) !== last) return timeOfSign(directory) !== undefined;
  return false;
}

/** The run that uses the folder now. The lock of a killed run is void. */
export function holderOf(directory: string): FolderHolder | undefined {
  const holder = parse(textIn(directory));
  if (holder === undefined) return undefined;
  const isHere = holder.host === hostname();
  // Process ids are reused: in a container, a killed process often had our own id.
  const isGone = isHere && (holder.pid === process.pid || !isAlive(holder.pid));
  if (isGone) return undefined;
  if (secondsSinceSign(directory) <= holder.seconds) return holder;
  return isHere && givesSign(directory) ? holder : undefined;
}

/** @throws Refused if another run is in progress. */
export function demandFree(directory: string): void {
  if (lstatSync(join(directory, lockFile), { throwIfNoEntry: false })?.isFile() === false)
    throw new Refused(`${lockFile} in --reports is no regular file; remove it`);
  const holder = holderOf(directory);
  if (holder === undefined) return;
  const host = holder.host === hostname() ? '' : ` of ${printable(holder.host, 'another machine')}`;
  throw new Refused(
    `--reports is in use by another run, process ${holder.pid}${host}; wait for its end, or name another folder. If that process is not a run, remove ${lockFile}`,
  );
}

/** Does work before the first request. @throws Refused for an error of the disk. */
export function refusingDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    throw new Refused(`--reports cannot be used (${codeOf(error)}); name a folder that can be written to`);
  }
}

const take = (lock: string, text: string): boolean => {
  try {
    writeFileSync(lock, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A full disk may have created an empty file.
    rmSync(lock, { force: true });
    throw error;
  }
};

/** Moves a void lock aside. If two processes try this, one of them finds the new lock of the other and puts it back. */
function putAside(directory: string): void {
  const [lock, aside] = [join(directory, lockFile), trialFile(directory)];
  const seen = textIn(directory);
  renameSync(lock, aside);
  const moved = textAt(aside);
  if (moved === seen) rmSync(aside);
  else renameSync(aside, lock);
}

/** Does work while this process has the folder. @throws Refused if another run has it. */
export async function whileLocked<T>(directory: string, seconds = usualSeconds, work: () => Promise<T>): Promise<T> {
  const lock = join(directory, lockFile);
  const text = `${process.pid} ${hostname()} ${seconds} ${new Date().toISOString()}\n`;
  refusingDisk(() => {
    if (take(lock, text)) return;
    demandFree(directory);
    putAside(directory);
    if (take(lock, text)) return;
    demandFree(directory);
    throw new Refused('another run has just begun to use --reports; wait for its end, or name another folder');
  });
  const beat = setInterval(() => {
    try {
      // Only our own text: the lock of another run does not change.
      if (textIn(directory) === text) writeFileSync(lock, text, { flag: 'r+' });
    } catch {
      // The process that removed the lock found that this process is no run.
    }
  }, beatMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    try {
      if (textIn(directory) === text) rmSync(lock, { force: true });
    } catch {
      // The run has ended anyway, and the lock of an ended process is void.
    }
  }
}
