import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Unusable input of the user; the message says what to do. Nothing was sent. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** Such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A full disk, or a file or folder that is missing or forbidden; an error of a connection has an address. */
export const isOfDisk = (error: unknown): error is Error =>
  codeOf(error) !== undefined && error instanceof Error && 'syscall' in error && !('address' in error);

/** Why a file is not read; completes "the file ...". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const mebibyte = 1024 ** 2;

/** Bytes; for files that people write by hand, and files of a run. */
const maxFile = 64 * mebibyte;

/**
 * The text of a regular file of bounded size. A pipe would be waited for, and a device may have no end.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileText(path: string, maxBytes = maxFile): string {
  return readFileBytes(path, maxBytes).toString('utf8');
}

const tooLong = (maxBytes: number): UnreadableFile =>
  new UnreadableFile(`has more than ${maxBytes >= mebibyte ? `${maxBytes / mebibyte} MiB` : `${maxBytes / 1024} KiB`}`);

function readFileBytes(path: string, maxBytes = maxFile): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnreadableFile('is no regular file');
    if (status.size > maxBytes) throw tooLong(maxBytes);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The file descriptor. */
export const standardInput = 0;

/** Milliseconds for a program to start writing into a pipe. */
const unopenedMs = 2_000;

/** Milliseconds for the whole text, such as from a vault that asks a person first. */
const pipeMs = 30_000;

const pauseMs = 20;

/** Synchronous: nothing else happens meanwhile. */
const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/** Number of bytes; 0 at the end, and before anybody opened the pipe; undefined while the writer is slow. */
function arrived(file: number, into: Buffer): number | undefined {
  try {
    return readSync(file, into);
  } catch (error) {
    if (codeOf(error) === 'EOF') return 0;
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

const unended = (ms: number): UnreadableFile => new UnreadableFile(`is a pipe that did not end within ${ms / 1_000} s`);

/** In another process, which can be ended: a read here would wait for its writer. */
function readInput(maxBytes: number, ms: number): string {
  const { stdout, error } = spawnSync(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], {
    stdio: ['inherit', 'pipe', 'ignore'],
    env: {},
    timeout: ms,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
  });
  if (codeOf(error) === 'ETIMEDOUT') throw unended(ms);
  if (codeOf(error) === 'ENOBUFS') throw tooLong(maxBytes);
  if (error) throw error;
  return stdout.toString('utf8');
}

/**
 * The text of a named pipe, or of standard input, up to its end. It waits for the program that has opened the pipe, and a moment for
 * somebody to open it.
 * @throws UnreadableFile, or the error of the file system
 */
export function readPipe(path: string | typeof standardInput, maxBytes: number, wholeMs = pipeMs): string {
  if (path === standardInput) return readInput(maxBytes, wholeMs);
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const buffer = Buffer.alloc(maxBytes + 1);
  const begun = performance.now();
  let length = 0;
  try {
    for (;;) {
      const bytes = arrived(file, buffer.subarray(length));
      length += bytes ?? 0;
      if (length > maxBytes) throw tooLong(maxBytes);
      if (bytes === 0 && length > 0) return buffer.toString('utf8', 0, length);
      const waited = performance.now() - begun;
      if (bytes === 0 && waited > unopenedMs) throw new UnreadableFile('is a pipe into which nobody writes');
      if (waited > wholeMs) throw unended(wholeMs);
      if (!bytes) pause();
    }
  } finally {
    closeSync(file);
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** By the name of their file. */
export type Written = ReadonlyMap<string, string>;

/**
 * The files directly in a folder, by name; none when it does not exist. Files that this process wrote are not read back;
 * every other one is, so that none is passed over.
 */
export function readFolder(folder: string, written?: Written): FileText[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.sort().map((file) => ({ file, text: written?.get(file) ?? readFileText(join(folder, file)) }));
}

/** Numbers start at one. */
export type FileLine = readonly [number: number, text: string];

const maxOfLines = { bytes: maxFile, lines: 200_000 };

/**
 * The lines of a regular file of bounded size that are not blank, by their numbers; none where there is no such file.
 * @throws UnreadableFile, or the error of the file system
 */
export function readFileLines(path: string, { bytes, lines } = maxOfLines): readonly FileLine[] {
  let content: Buffer;
  try {
    content = readFileBytes(path, bytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  let ends = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) ends += 1;
  if (ends > lines) throw new UnreadableFile(`has more than ${lines} lines`);
  return content
    .toString('utf8')
    .split('\n')
    .flatMap((text, at) => (text.trim() === '' ? [] : [[at + 1, text]]));
}

/** Completes "the file ...". */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof UnreadableFile) return error.message;
  const code = codeOf(error);
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'no reason'})`;
};

/** @throws Refused, which uses the user's name of the file */
export function demandText(path: string, shown = path): string {
  try {
    return readFileText(path);
  } catch (error) {
    throw new Refused(`${shown} ${whyUnreadable(error)}`);
  }
}

export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Links are resolved. */
export function isInside(path: string, folder: string): boolean {
  const real = (place: string): string =>
    existsSync(place) || place === dirname(place) ? realpathSync(place) : join(real(dirname(place)), basename(place));
  const way = relative(real(folder), real(path));
  return way.split(sep)[0] !== '..' && !isAbsolute(way);
}

const shownName = (path: string): string =>
  /^[\w.@+ -]{1,80}$/.test(basename(path)) ? basename(path) : 'a file whose name is not shown here';

/**
 * What a symbolic link leads to would be written over; Git checks out no other.
 * @param within - folder from which on the path is looked at; without one, or for a path that leads out of it, only the file is
 * @throws Refused where a symbolic link stands in the path
 */
export function demandNoLink(path: string, within?: string): void {
  const parts = within === undefined ? ['..'] : relative(within, path).split(sep);
  const isWithin = within !== undefined && parts[0] !== '..' && !isAbsolute(parts.join(sep));
  const places = isWithin ? [within, ...parts.map((_, at) => join(within, ...parts.slice(0, at + 1)))] : [path];
  for (const place of places) {
    const status = lstatSync(dirname(place), { throwIfNoEntry: false });
    if (status?.isFile())
      throw new Refused(`${shownName(dirname(place))} is a file where a folder belongs; move it elsewhere`);
    if (isLink(place))
      throw new Refused(
        `${shownName(place)} is a symbolic link, and its target would be overwritten; remove the link, or name another place`,
      );
  }
}

/** Recursive `mkdir` of Node never ends in a file system that accepts none, such as `/proc`. */
export function makeFolder(path: string): void {
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it.
    if (codeOf(error) !== 'EEXIST' || !isThere()) throw error;
  }
}

/**
 * Writes a whole file and gives it its name at once, so that a reader sees the old one or the new one, never half of one, and no
 * file elsewhere changes.
 * @throws Refused for a link
 */
export function writeWhole(path: string, text: string, within?: string): void {
  demandNoLink(path, within);
  makeFolder(dirname(path));
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A new file; leaves nothing behind where the disk fails. @throws Refused for a link, EEXIST */
export function writeNew(path: string, text: string, { within, mode }: { within?: string; mode?: number } = {}): void {
  demandNoLink(path, within);
  makeFolder(dirname(path));
  const isThere = existsSync(path);
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    if (!isThere && codeOf(error) !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

/** @throws Refused for a link */
export function openToAppend(path: string, mode = 0o666): number {
  demandNoLink(path);
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
  return openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, mode);
}

/** @throws Refused for a link */
export function append(path: string, text: string): void {
  const file = openToAppend(path);
  try {
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
